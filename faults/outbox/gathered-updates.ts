import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { eventually } from '../../server/testing/server-process.ts'
import { createClock, FAKE_CLOCK } from '../harness/clock.ts'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { answersOf, newId } from '../harness/visitors.ts'
import { addWebhook } from '../harness/webhook-sink.ts'

const MINUTE = 60_000
const CLIENTS = 40
/** Time for the outbox to look for due messages twice. */
const POLLS_MS = 12_000
/** The submission and its first update. */
const AT_ONCE = 2

export const gatheredUpdates: Fault = {
  rows: 'F82',
  name: `one project is changed 600 times by ${CLIENTS} clients: its updates are gathered, and the last one is sent`,
  async run(trial) {
    const { visitors, failures } = trial
    const mail = await startSmtpSink(trial)
    const moveClock = createClock(trial)
    const env = { WEBHOOK_ALLOW_PRIVATE: 'on' }
    const server = await startServer(trial, { mail, env, flags: ['--import', FAKE_CLOCK] })
    const sink = await addWebhook(trial, server.env)
    const id = newId()
    await visitors.submitUntilSaved(() => server.origin, id)
    let revision = 1
    const change = async () => {
      revision += 1
      const { outcome, status } = await visitors.submit(
        server.origin,
        id,
        answersOf(id, { city: `City ${revision}` }),
      )
      if (outcome !== 'success') failures.push(`a visitor saw ${outcome} (${status})`)
    }
    const changes = trial.count(600)
    await pLimit(CLIENTS).map(Array.from({ length: changes }), change)
    // The oracle has to know which answers are the newest.
    await change()
    moveClock(5 * MINUTE)
    await pause(POLLS_MS)
    const [{ length: emails }, { length: messages }] = [mail.received, sink.accepted]
    if (emails > AT_ONCE || messages > AT_ONCE)
      failures.push(`${emails} emails and ${messages} webhook messages within ten minutes`)

    moveClock(6 * MINUTE)
    const isLastSent = async () =>
      mail.received.at(-1)?.revision === revision &&
      sink.accepted.at(-1)?.answers?.city === `City ${revision}`
    await eventually(isLastSent, POLLS_MS).catch(() => failures.push('the last revision was not sent'))
    const later = [mail.received.length - emails, sink.accepted.length - messages]
    if (later.some((count) => count > 1)) failures.push(`${later.join(' and ')} more after ten minutes`)
    trial.notes.push(
      `${emails} emails and ${messages} webhook messages, and ${later.join(' and ')} more after ten minutes`,
    )
    return trial.verify(server, { runs: changes })
  },
}
