import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { startHttp } from '../testing/http.ts'
import { eventually } from '../testing/server-process.ts'
import { startWebhook } from '../testing/webhook.ts'
import { createAlerts } from './alerts.ts'

const GIVEN_UP = 'This alert did not reach ALERT_URL'

async function setUp(t: TestContext, statusOf?: (nth: number) => number) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const givenUp = () => lines.filter((line) => line.includes(GIVEN_UP)).length
  return { ...(await startWebhook(t, statusOf)), log, lines, givenUp }
}

it('an alert is logged as an error and posted as a text', async (t) => {
  const { url, posted, log, lines } = await setUp(t)
  createAlerts(url, log).send('dead', 'one is dead')
  await eventually(async () => posted.length === 1)
  assert.deepEqual(JSON.parse(posted[0] ?? ''), { text: 'Kitchen Guide: one is dead' })
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).level),
    [50],
  )
})

it('without an address, an alert is only logged', async (t) => {
  const { log, lines } = await setUp(t)
  createAlerts(null, log).send('dead', 'one is dead')
  await pause(20)
  assert.equal(lines.length, 1)
})

it('each subject is sent once an hour, even if the clock is set back', async (t) => {
  const { log, lines } = await setUp(t)
  let now = 0
  const alerts = createAlerts(null, log, { now: () => now })
  const isSentAt = (time: number, subject: string) => {
    now = time
    const before = lines.length
    alerts.send(subject, 'something')
    return lines.length > before
  }
  assert.deepEqual([isSentAt(0, 'dead'), isSentAt(1800_000, 'stuck')], [true, true])
  assert.equal(isSentAt(3599_999, 'dead'), false)
  assert.deepEqual([isSentAt(3600_000, 'dead'), isSentAt(3600_000, 'stuck')], [true, false])
  assert.equal(isSentAt(-86_400_000, 'dead'), true)
})

it('an alert is posted until it is accepted, and a redirect does not count', async (t) => {
  const { url, posted, log } = await setUp(t, (nth) => [503, 302][nth - 1] ?? 200)
  const alerts = createAlerts(url, log, { retryPausesMs: [5, 5, 5, 5] })
  alerts.send('overdue', 'one waits')
  await eventually(async () => posted.length === 3)
  await pause(100)
  assert.equal(posted.length, 3)
  assert.equal(new Set(posted).size, 1)
})

it('an alert that is never accepted is logged as such, even when the server stops', async (t) => {
  const { url, posted, log, givenUp } = await setUp(t, () => 500)
  createAlerts(url, log, { retryPausesMs: [5, 5] }).send('overdue', 'one waits')
  await eventually(async () => givenUp() === 1)
  assert.equal(posted.length, 3)

  const alerts = createAlerts(url, log, { retryPausesMs: [3600_000] })
  alerts.send('overdue', 'one waits')
  await eventually(async () => posted.length === 4)
  await alerts.stop()
  assert.equal(givenUp(), 2)
  assert.equal(posted.length, 4)
})

it('stopping waits for a post in progress, but not for long', async (t) => {
  const { url, posted, log, givenUp } = await setUp(t)
  const heard = createAlerts(url, log)
  heard.send('overdue', 'one waits')
  await heard.stop()
  assert.deepEqual([posted.length, givenUp()], [1, 0])

  const silence = t.mock.fn()
  const unheard = createAlerts(await startHttp(t, silence), log)
  unheard.send('overdue', 'one waits')
  await eventually(async () => silence.mock.callCount() === 1)
  const startedAt = performance.now()
  await unheard.stop()
  assert.ok(performance.now() - startedAt < 5000)
  assert.equal(givenUp(), 1)
  assert.equal(silence.mock.callCount(), 1)
})
