import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { createAlarm } from './alarm.ts'
import { eventually } from './store/test-process.ts'

it('an alarm is logged at error and posted as a text, once an hour for one matter', async (t) => {
  const { url, posted, log, lines } = await webhook(t)
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
  const { url, posted, log, lines } = await webhook(t, (nth) => (nth <= 2 ? 503 : 200))
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
  const { url, posted, log, lines } = await webhook(t, () => 500)
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

/** A real server that takes alarms; `statusOf` decides how the nth is answered. */
async function webhook(t: TestContext, statusOf: (nth: number) => number = () => 200) {
  const posted: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      posted.push(body)
      response.writeHead(statusOf(posted.length)).end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook`,
    posted,
    log,
    lines,
  }
}
