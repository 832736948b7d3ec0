import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { createAlarm } from './alarm.ts'
import { eventually } from './store/test-process.ts'
import { startWebhook } from './test-webhook.ts'

it('an alarm is logged at error and posted as a text, once an hour for one matter', async (t) => {
  const { url, posted, log, lines } = await setUp(t)
  let now = 0
  const alarm = createAlarm(url, log, { now: () => now })

  alarm.raise('dead', 'one is dead')
  alarm.raise('dead', 'one is dead')
  await eventually(async () => posted.length === 1)
  assert.deepEqual(JSON.parse(posted[0] ?? ''), { text: 'Kitchen Guide: one is dead' })
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    [50],
  )
  now += 3600_001
  alarm.raise('dead', 'one is dead')
  alarm.raise('stuck', 'two wait')
  await eventually(async () => posted.length === 3)
})

it('an alarm that was not taken is posted again, and no more once it was', async (t) => {
  const { url, posted, log, lines } = await setUp(t, (nth) => (nth <= 2 ? 503 : 200))
  const alarm = createAlarm(url, log, { pausesMs: [5, 5, 5, 5] })
  alarm.raise('hot', 'one waits')
  await eventually(async () => posted.length === 3)
  await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(posted.length, 3)
  assert.equal(new Set(posted).size, 1)
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    [50, 40, 40],
  )
})

it('an alarm that nobody takes is given up in the log, and so is one that waits when the server ends', async (t) => {
  const { url, posted, log, lines } = await setUp(t, () => 500)
  const said = () => lines.filter((line) => line.includes('ALERT_URL has not heard of this'))
  createAlarm(url, log, { pausesMs: [5, 5] }).raise('hot', 'one waits')
  await eventually(async () => said().length === 1)
  assert.equal(posted.length, 3)

  const alarm = createAlarm(url, log, { pausesMs: [3600_000] })
  alarm.raise('hot', 'one waits')
  await eventually(async () => posted.length === 4)
  alarm.stop()
  await eventually(async () => said().length === 2)
  assert.equal(posted.length, 4)
})

async function setUp(t: TestContext, statusOf?: (nth: number) => number) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  return { ...(await startWebhook(t, statusOf)), log, lines }
}
