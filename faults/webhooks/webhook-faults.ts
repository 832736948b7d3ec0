import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createClock, FAKE_CLOCK } from '../harness/clock.ts'
import { isDrained, isDrainedLater, withDatabase } from '../harness/database.ts'
import type { Fault } from '../harness/fault.ts'
import { createServer, type Server, startServer } from '../harness/server.ts'
import { newDatabase } from '../harness/shared-postgres.ts'
import type { Result, Trial } from '../harness/trial.ts'
import { answersOf, newIds } from '../harness/visitors.ts'
import { addWebhook, webhookVerdict } from '../harness/webhook-sink.ts'

const MINUTE = 60_000
const VISITORS = 10
const DRAIN_MS = 10 * MINUTE
const env = { WEBHOOK_ALLOW_PRIVATE: 'on' }

/** Faults that affect the messages of two webhooks. Every project is submitted, and then changed. */
export const webhookFaults: readonly Fault[] = [
  {
    rows: 'F76',
    name: 'both receivers of webhooks fail for an hour, then accept everything',
    async run(trial) {
      const moveClock = createClock(trial)
      const server = await startServer(trial, { env, flags: ['--import', FAKE_CLOCK] })
      const sinks = await addWebhooks(trial, server)
      const [first, second] = sinks
      first.refuse = (response) => response.writeHead(500).end()
      second.refuse = (response) => response.destroy()
      const ids = newIds(trial.count(10_000))
      await submitAndChange(trial, () => server.origin, ids)
      for (let minute = 0; minute < 60; minute++) {
        moveClock(MINUTE)
        await pause(50)
      }
      for (const sink of sinks) sink.refuse = null
      await isDrainedLater(server.env, moveClock)
      return verify(trial, server, { ids, sinks })
    },
  },
  {
    rows: 'F77',
    name: 'kill -9 at random between saving a project and calling its webhooks',
    short: true,
    async run(trial) {
      const server = await createServer(trial, { env })
      await server.start()
      const sinks = await addWebhooks(trial, server)
      const kills = trial.count(100, 3)
      const ids = newIds(kills * 10)
      let killed = 0
      const killAll = async () => {
        while (killed < kills) {
          await pause(50 + Math.random() * 1000)
          await server.end('SIGKILL')
          killed += 1
          await server.start()
        }
      }
      await Promise.all([killAll(), submitAndChange(trial, () => server.origin, ids)])
      return verify(trial, server, { ids, sinks })
    },
  },
  {
    rows: 'F78 F27',
    name: 'two servers on PostgreSQL send to the same webhooks, and one is killed',
    async run(trial) {
      const options = { env: { ...env, DATABASE_URL: await newDatabase() } }
      const servers = [
        await startServer(trial, { ...options, name: 'first' }),
        await startServer(trial, { ...options, name: 'second' }),
      ] as const
      const [server, killed] = servers
      const sinks = await addWebhooks(trial, server)
      const ids = newIds(trial.count(1000, 30))
      sinks[0].onAccepted = () => {
        if (sinks[0].accepted.length === ids.length >> 1) process.kill(killed.pid(), 'SIGKILL')
      }
      const anyOrigin = () => servers[Math.random() < 0.5 && killed.isRunning() ? 1 : 0].origin
      await submitAndChange(trial, anyOrigin, ids)
      return verify(trial, server, { ids, sinks })
    },
  },
]

const addWebhooks = async (trial: Trial, { env }: Server) =>
  [await addWebhook(trial, env), await addWebhook(trial, env)] as const

const submitAndChange = ({ visitors }: Trial, originOf: () => string, ids: readonly string[]) =>
  pLimit(VISITORS).map(ids, async (id) => {
    await visitors.submitUntilSaved(originOf, id)
    const changed = answersOf(id, { city: 'Newtown' })
    while ((await visitors.submit(originOf(), id, changed)).outcome !== 'success') await pause(200)
  })

interface Expected {
  readonly ids: readonly string[]
  readonly sinks: Awaited<ReturnType<typeof addWebhooks>>
}

/** Waits until nothing is due, then counts what each receiver got. */
async function verify(trial: Trial, server: Server, { ids, sinks }: Expected): Promise<Result> {
  const started = performance.now()
  if (!(await withDatabase(server.env, (opened) => isDrained(opened, DRAIN_MS))))
    trial.failures.push('messages were still due at the end')
  const seconds = (performance.now() - started) / 1000
  const result = await trial.verify(server, { runs: ids.length, mayCopy: true })
  const verdicts = sinks.map(({ accepted }) => webhookVerdict(accepted, ids))
  const sum = (name: keyof (typeof verdicts)[number]) =>
    verdicts.reduce((total, verdict) => total + verdict[name], 0)
  if (sum('swapped') > 0) trial.failures.push(`${sum('swapped')} changes arrived before their project`)
  trial.notes.push(
    `${sinks[0].accepted.length + sinks[1].accepted.length} messages, ${sum('copies')} of them copies; drained in ${seconds.toFixed(1)} s`,
  )
  return trial.result(ids.length, {
    lost: result.lost + sum('lost'),
    duplicated: result.duplicated + sum('duplicated'),
  })
}
