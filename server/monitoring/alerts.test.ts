import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { startHttp } from '../testing/http.ts'
import { eventually } from '../testing/server-process.ts'
import { startWebhook } from '../testing/webhook.ts'
import { createAlarm } from './alerts.ts'

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
  await alarm.stop()
  assert.equal(said().length, 2)
  assert.equal(posted.length, 4)
})

it('what is being posted when the server ends is waited for, but not for long', async (t) => {
  const { url, posted, log, lines } = await setUp(t)
  const heard = createAlarm(url, log)
  heard.raise('hot', 'one waits')
  await heard.stop()
  assert.deepEqual([posted.length, lines.length], [1, 1])

  const silence = t.mock.fn()
  const unheard = createAlarm(await startHttp(t, silence), log)
  unheard.raise('hot', 'one waits')
  await eventually(async () => silence.mock.callCount() === 1)
  const began = performance.now()
  await unheard.stop()
  assert.ok(performance.now() - began < 5000)
  assert.match(lines.at(-1) ?? '', /ALERT_URL has not heard of this/)
  assert.equal(silence.mock.callCount(), 1)
})

it('each matter has an hour of its own, also when the clock is set back', async (t) => {
  const { log, lines } = await setUp(t)
  let now = 0
  const alarm = createAlarm(null, log, { now: () => now })
  const raisedAt = (time: number, subject: string) => {
    now = time
    const before = lines.length
    alarm.raise(subject, 'something')
    return lines.length > before
  }
  assert.deepEqual([raisedAt(0, 'dead'), raisedAt(1800_000, 'stuck')], [true, true])
  assert.equal(raisedAt(3599_999, 'dead'), false)
  assert.deepEqual([raisedAt(3600_000, 'dead'), raisedAt(3600_000, 'stuck')], [true, false])
  assert.equal(raisedAt(-86_400_000, 'dead'), true)
})

it('without an address nothing is posted', async (t) => {
  const { log, lines } = await setUp(t)
  createAlarm(null, log).raise('dead', 'one is dead')
  await pause(20)
  assert.equal(lines.length, 1)
})

it('being sent elsewhere is no answer: the alarm is posted again to its address', async (t) => {
  const { url, posted, log } = await setUp(t, (nth) => (nth === 1 ? 302 : 200))
  createAlarm(url, log, { pausesMs: [5] }).raise('dead', 'one is dead')
  await eventually(async () => posted.length === 2)
  assert.equal(posted[1], posted[0])
})

it('a hundred wait for an address that is away, and any number goes to one that is not', async (t) => {
  const { url, posted, log, lines } = await setUp(t, (nth) => (nth <= 120 ? 200 : 500))
  const given = () => lines.filter((line) => line.includes('ALERT_URL has not heard of this')).length
  const alarm = createAlarm(url, log)
  for (let matter = 1; matter <= 120; matter++) {
    alarm.raise(`matter ${matter}`, 'something')
    if (matter % 40 === 0) await eventually(async () => posted.length === matter)
  }
  assert.equal(given(), 0)

  const away = createAlarm(url, log, { pausesMs: [3600_000] })
  for (let matter = 1; matter <= 101; matter++) away.raise(`matter ${matter}`, 'something')
  assert.equal(given(), 1)
  await away.stop()
  assert.equal(given(), 101)
})

async function setUp(t: TestContext, statusOf?: (nth: number) => number) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  return { ...(await startWebhook(t, statusOf)), log, lines }
}
