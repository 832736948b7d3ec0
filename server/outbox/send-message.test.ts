import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { saveProject } from '../projects/save-project.ts'
import { claimedFrom, submission } from '../testing/outbox.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { testApp } from '../testing/test-app.ts'
import { LEASE_MS } from './message.ts'
import { createQueue } from './queue.ts'
import { sendMessage } from './send-message.ts'

/** The real server with an email to send. `fault` runs before each change of the database. */
async function setUp(t: TestContext) {
  const { mailer, sent } = tameMailer()
  const { services, lines } = await testApp(t, { mailer })
  const faults = { fault: async () => {} }
  const { db } = services
  const transact: Database['transact'] = async (key, read, decide) => {
    await faults.fault()
    return db.transact(key, read, decide)
  }
  const queue = createQueue({ ...db, transact })
  const claimed = claimedFrom(await saveProject(submission(), { ...services, queue }))
  return { mailer, sent, lines, faults, claimed, services: { ...services, queue } }
}

it('recording an outcome is retried until the lease ends', async (t) => {
  const { faults, claimed, services } = await setUp(t)
  let attempts = 0
  faults.fault = async () => {
    attempts += 1
    throw new Error('offline')
  }
  const { now } = performance
  let later = 0
  t.mock.method(performance, 'now', () => now.call(performance) + later)
  const outcome = sendMessage(claimed, services)
  outcome.catch(() => {})
  await pause(600)
  assert.ok(attempts > 1 && attempts < 10, `${attempts} attempts`)
  later = LEASE_MS
  await assert.rejects(outcome, /offline/)
})

it('a server that stood still past its lease tries twice to record the outcome', async (t) => {
  const { faults, claimed, services } = await setUp(t)
  const { now } = performance
  let attempts = 0
  faults.fault = async () => {
    if (++attempts > 1) return
    t.mock.method(performance, 'now', () => now.call(performance) + LEASE_MS)
    throw new Error('the connection broke')
  }
  assert.equal(await sendMessage({ ...claimed, token: 'outdated' }, services), 'lost')
  assert.equal(attempts, 2)
})

it('an outcome is lost if another server has claimed the message since', async (t) => {
  const { mailer, claimed, services } = await setUp(t)
  mailer.send = async () => {
    throw new Error('down')
  }
  assert.equal(await sendMessage({ ...claimed, token: 'outdated' }, services), 'lost')
})

it('a channel that hangs is aborted, and the attempt fails before the lease ends', async (t) => {
  const { mailer, claimed, services } = await setUp(t)
  let received: AbortSignal | undefined
  mailer.sendProject = (_mail, signal) => {
    received = signal
    return new Promise(() => {})
  }
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const outcome = sendMessage({ ...claimed, claimedAt: performance.now() }, services)
  await turn()
  t.mock.timers.tick(28_000)
  assert.equal(received?.aborted, false)
  t.mock.timers.tick(1000)
  assert.equal(received.aborted, true)
  t.mock.timers.tick(1000)
  assert.equal(await outcome, 'failed')
})

it('a server that stood still after its claim does not send', async (t) => {
  const { sent, claimed, services } = await setUp(t)
  const frozen = { ...claimed, claimedAt: performance.now() - 29_000 }
  assert.equal(await sendMessage(frozen, services), 'failed')
  assert.deepEqual(sent, [])
})

it('a failure is logged and counted, and so is giving up', async (t) => {
  const { mailer, claimed, services, lines } = await setUp(t)
  mailer.send = async () => {
    throw new Error('down')
  }
  await services.queue.hold()
  assert.equal(await sendMessage(claimed, services), 'failed')
  assert.match(lines.join(''), /"reason":"down".*An email was not sent/)
  assert.match(lines.join(''), /An email was not sent after the last attempt: npm run messages/)
  const metrics = services.metrics.text({})
  assert.match(metrics, /message_attempts_total\{channel="specialist",outcome="failed"\} 1/)
  // The names before there were channels.
  assert.match(metrics, /delivery_attempts_total\{outcome="failed"\} 1/)
  assert.match(metrics, /delivery_seconds_count 1/)
})

it('a channel that the settings no longer name fails, and is reported', async (t) => {
  const { claimed, services, lines } = await setUp(t)
  const channels = { ...services.channels, specialist: null }
  assert.equal(await sendMessage(claimed, { ...services, channels }), 'failed')
  assert.match(lines.join(''), /This channel is no longer in the settings.*A message was not sent/)
  const [unsent] = await Array.fromAsync(services.queue.unsent())
  // A setting has to change, so it is retried rarely.
  assert.ok((unsent?.nextAttemptAt?.getTime() ?? 0) - Date.now() > 25 * 60_000)
})
