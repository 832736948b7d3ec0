import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { LEASE_MS } from '../../server/outbox/message.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Fault } from '../harness/fault.ts'
import { httpCall } from '../harness/http-call.ts'
import { type Server, startServer } from '../harness/server.ts'
import { newDatabase } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import type { Trial } from '../harness/trial.ts'
import { newId, newIds } from '../harness/visitors.ts'

const CALLS = 20
const IDS_AT_ONCE = 4

export const sharedStore: readonly Fault[] = [
  {
    rows: 'F24 F27 F49',
    name: `the same project ${CALLS} times at once over two servers`,
    short: true,
    async run(trial) {
      const { mail, servers } = await startTwoServers(trial)
      const ids = newIds(trial.count(1000, 30))
      await pLimit(IDS_AT_ONCE).map(ids, async (id) => {
        const attempts = await Promise.all(
          Array.from({ length: CALLS }, (_, index) =>
            trial.visitors.submit(servers[index % 2]?.origin ?? '', id),
          ),
        )
        const failed = attempts.filter(({ outcome }) => outcome !== 'success')
        if (failed.length > 0)
          trial.failures.push(`${failed.length} of ${CALLS} calls got ${failed[0]?.status}`)
      })
      trial.notes.push(`${ids.length} projects, ${CALLS} calls each, ${mail.received.length} emails`)
      return trial.verify(servers[0], { runs: ids.length * CALLS })
    },
  },
  {
    rows: 'F04 F27',
    name: 'a server freezes for longer than its lease after its email was accepted; the other takes over; the first resumes',
    async run(trial) {
      const { visitors, failures } = trial
      const { mail, servers } = await startTwoServers(trial)
      const [first] = servers
      const id = newId()
      mail.onAccepted = () => {
        mail.onAccepted = () => {}
        process.kill(first.pid(), 'SIGSTOP')
      }
      const { outcome } = await visitors.submit(first.origin, id)
      if (outcome !== 'unknown') failures.push(`a frozen server reported ${outcome}`)
      await eventually(async () => mail.received.length === 2, 2 * LEASE_MS).catch(() =>
        failures.push('the other server did not take over'),
      )
      await pause(1000)
      process.kill(first.pid(), 'SIGCONT')
      await eventually(async () => (await countAttempts(first)) === 1).catch(() =>
        failures.push('the first server did not end its attempt'),
      )
      await visitors.submitUntilSaved(() => first.origin, id)
      if (mail.received.length !== 2) failures.push('the first server sent the email once more')
      return trial.verify(first, { mayCopy: true })
    },
  },
]

async function startTwoServers(trial: Trial) {
  const mail = await startSmtpSink(trial)
  const env = { DATABASE_URL: await newDatabase() }
  const servers = await Promise.all([
    startServer(trial, { mail, env, name: 'first' }),
    startServer(trial, { mail, env, name: 'second' }),
  ])
  return { mail, servers }
}

/** How many attempts to send the specialist's email the server has ended. */
async function countAttempts({ origin }: Server): Promise<number> {
  const { body } = await httpCall(`${origin}/metrics`)
  return Number(/message_attempts_total\{channel="specialist",outcome="\w+"\} (\d+)/.exec(body)?.[1] ?? 0)
}
