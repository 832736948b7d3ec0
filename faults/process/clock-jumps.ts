import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../server/testing/server-process.ts'
import { createClock, WITH_CLOCK } from '../harness/clock.ts'
import type { Fault } from '../harness/fault.ts'
import { startServer } from '../harness/server.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { newId, newIds } from '../harness/visitors.ts'

const HOUR = 3600_000
const WAITING = 5
/** Longer than the retry loop's pauses and back-offs together. */
const DRAIN_MS = 30_000
/** For one e-mail in this time. Without a back-off there would be thousands. */
const MAX_ATTEMPTS = 10
const WATCH_MS = 4000

const until = (date: string) => Date.parse(date) - Date.now()

const jumps = [
  { name: 'an hour ahead', ms: () => HOUR },
  { name: 'a day ahead', ms: () => 24 * HOUR },
  { name: 'a day back', ms: () => -24 * HOUR },
  { name: 'an hour back', ms: () => -HOUR },
  { name: 'to the 32-bit limit in 2038', ms: () => until('2038-01-19T03:14:00Z') },
  { name: 'to the end of daylight saving time', ms: () => until('2026-11-01T06:59:58Z') },
  { name: 'to a leap second', ms: () => until('2016-12-31T23:59:58Z') },
]

/** The server's clock jumps while e-mails wait. They are sent once, without a storm of attempts. */
export const clockJumps: readonly Fault[] = jumps.map((jump) => ({
  rows: 'F67',
  name: `the server's clock jumps ${jump.name}`,
  async run(trial) {
    const { visitors, failures } = trial
    const mail = await startSmtpSink(trial, false)
    const clock = createClock(trial)
    const env = { TZ: 'America/Chicago' }
    const server = await startServer(trial, { mail, env, flags: WITH_CLOCK })
    const ids = newIds(WAITING)
    for (const id of ids) await visitors.submit(server.origin, id)
    clock.move(jump.ms())
    await mail.open()
    await eventually(async () => mail.received.length >= WAITING, DRAIN_MS).catch(() =>
      failures.push(`${mail.received.length} of ${WAITING} were sent after the jump`),
    )
    await mail.close()
    const attempts = async () => (await server.log()).split('An e-mail was not sent').length
    const before = await attempts()
    const late = newId()
    await visitors.submit(server.origin, late)
    await pause(WATCH_MS)
    const made = (await attempts()) - before
    if (made > MAX_ATTEMPTS) failures.push(`${made} attempts in ${WATCH_MS} ms`)
    await mail.open()
    for (const id of [...ids, late]) await visitors.submitUntilSaved(() => server.origin, id, DRAIN_MS)
    return trial.verify(server)
  },
}))
