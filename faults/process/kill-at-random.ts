import { setTimeout as pause } from 'node:timers/promises'
import type { Fault } from '../harness/fault.ts'
import { createServer, type Server } from '../harness/server.ts'
import { newDatabase } from '../harness/shared-postgres.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import type { Result, Trial } from '../harness/trial.ts'
import { newId } from '../harness/visitors.ts'

const VISITORS = 20
/** How long visitors are without a server, in half of the restarts. */
const READY_MS = 2000

/** kill -9 at random moments while visitors submit and retry. */
export const killAtRandom: readonly Fault[] = [
  {
    rows: 'F01',
    name: 'kill -9 at random under load, SQLite and files',
    short: true,
    run: async (trial) => killAll(trial, [await createServer(trial)], 1),
  },
  {
    rows: 'F01 F27',
    name: 'kill -9 at random under load, two servers on PostgreSQL and SMTP',
    async run(trial) {
      const mail = await startSmtpSink(trial)
      const env = { DATABASE_URL: await newDatabase() }
      const first = await createServer(trial, { mail, env, name: 'first' })
      const second = await createServer(trial, { mail, env, name: 'second' })
      return killAll(trial, [first, second], 4)
    },
  },
]

async function killAll(trial: Trial, servers: readonly Server[], divisor: number): Promise<Result> {
  const { visitors, oracle } = trial
  const kills = trial.count(1000 / divisor, 3)
  const submissions = trial.count(20_000 / divisor, 60)
  await Promise.all(servers.map((server) => server.start()))
  let submitted = 0
  let killed = 0
  const restarts: number[] = []
  const gaveUp: string[] = []
  const anyOrigin = () => servers[Math.floor(Math.random() * servers.length)]?.origin ?? ''

  const visit = async () => {
    while (submitted < submissions || killed < kills) {
      submitted += 1
      const id = newId()
      if (!(await visitors.submitUntilSaved(anyOrigin, id))) gaveUp.push(id)
      if (submitted >= submissions) await pause(50)
    }
  }
  const kill = async () => {
    while (killed < kills) {
      await pause(50 + Math.random() * 1000)
      const server = servers[killed++ % servers.length]
      await server?.end('SIGKILL')
      if (server) restarts.push(await server.start())
    }
  }
  await Promise.all([kill(), ...Array.from({ length: VISITORS }, visit)])
  for (const id of gaveUp) await visitors.submitUntilSaved(anyOrigin, id)

  const quietRestarts: number[] = []
  for (let restart = 0; restart < trial.count(20, 0); restart++) {
    await servers[0]?.end('SIGKILL')
    quietRestarts.push((await servers[0]?.start()) ?? 0)
  }
  if (medianOf(quietRestarts) > READY_MS)
    trial.failures.push(`half of the restarts took ${medianOf(quietRestarts)} ms or longer`)
  trial.notes.push(
    `${submitted} submissions, ${oracle.count('unknown')} attempts without a response, ${gaveUp.length} visitors without a success for 3 minutes`,
    `ready again in ${medianOf(quietRestarts)} ms, under load in ${medianOf(restarts)} ms (medians)`,
  )
  const { env = {}, emails = async () => [] } = servers[0] ?? {}
  return trial.verify({ env, emails }, { runs: kills, mayCopy: servers.length > 1 })
}

const medianOf = (numbers: readonly number[]) =>
  Math.round(numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0)
