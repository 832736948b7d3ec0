import { setTimeout as pause } from 'node:timers/promises'
import type { Fault, Measured } from '../harness/fault.ts'
import { type Arrivals, createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import type { Guide } from '../harness/server.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'
import { twoGuides } from '../servers/two-servers.ts'

const VISITORS = 20

/** kill -9 at a random moment, again and again, while visitors submit and try again. */
export const killAtRandom: readonly Fault[] = [
  {
    rows: 'F01',
    name: 'kill -9 at random under load, SQLite and files',
    async run(count) {
      await using stage = await createStage()
      const { guide, arrived } = await guideOnFiles(stage)
      const load = { kills: count('random kills'), submissions: count('submissions under kills') }
      return await killed([guide], load, arrived)
    },
  },
  {
    rows: 'F01 F27',
    name: 'kill -9 at random under load, two servers on PostgreSQL and SMTP',
    async run(count) {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      const load = {
        kills: Math.ceil(count('random kills') / 4),
        submissions: Math.ceil(count('submissions under kills') / 4),
      }
      return await killed(await twoGuides(stage, sink.env), load, () => sink.arrived)
    },
  },
]

async function killed(
  guides: readonly Guide[],
  { kills, submissions }: { kills: number; submissions: number },
  arrived: Arrivals,
): Promise<Measured> {
  const oracle = createOracle()
  const visitors = createVisitors(oracle)
  await Promise.all(guides.map((guide) => guide.start()))
  let begun = 0
  let killedSoFar = 0
  const restarts: number[] = []
  const impatient: string[] = []
  const originOf = () => guides[Math.floor(Math.random() * guides.length)]?.origin ?? ''

  /** Visitors keep coming as long as there is somebody to be killed. */
  const visit = async () => {
    while (begun < submissions || killedSoFar < kills) {
      begun += 1
      const id = newId()
      if (!(await visitors.trySteadily(originOf, id))) impatient.push(id)
      if (begun >= submissions) await pause(50)
    }
  }
  const kill = async () => {
    while (killedSoFar < kills) {
      await pause(50 + Math.random() * 1000)
      const guide = guides[killedSoFar++ % guides.length]
      await guide?.end('SIGKILL')
      if (guide) restarts.push(await guide.start())
    }
  }
  await Promise.all([kill(), ...Array.from({ length: VISITORS }, visit)])
  // Whoever met one kill after another for minutes comes back once there are no more.
  for (const id of impatient) await visitors.trySteadily(originOf, id)

  restarts.sort((a, b) => a - b)
  return measured({
    oracle,
    visitors,
    env: guides[0]?.env ?? {},
    arrived,
    runs: kills,
    mayCopy: guides.length > 1,
    note: `${begun} submissions, ${oracle.count('unknown')} without an answer, ${impatient.length} not told of a success for 3 minutes; ready again, under that load, in ${Math.round(restarts[restarts.length >> 1] ?? 0)} ms (median), ${Math.round(restarts.at(-1) ?? 0)} ms at most`,
  })
}
