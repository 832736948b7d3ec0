import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault } from '../harness/fault.ts'
import { call } from '../harness/http-call.ts'
import { createOracle } from '../harness/oracle.ts'
import { measured } from '../harness/recovery.ts'
import type { Guide } from '../harness/server.ts'
import { guideOnFiles } from '../harness/server-on-files.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { answersOf, createVisitors, newId } from '../harness/visitor.ts'
import type { Trip } from './inject-error.ts'

const TRIP = fileURLToPath(new URL('inject-error.ts', import.meta.url))
const VISITORS = 10
const BLOCK_MS = 10_000
const HEAP = '--max-old-space-size=64'

/** The server's own code goes wrong: it throws, blocks, or wants more memory than there is. */
export const breakCode: readonly Fault[] = [
  underLoad('F06', 'a rejection that nobody handles ends the server', async (stage, guide) => {
    trip(stage, guide, 'reject')
    await guide.ended()
  }),
  {
    ...underLoad('F06', 'an error that nobody catches ends the server', async (stage, guide) => {
      trip(stage, guide, 'throw')
      await guide.ended()
    }),
    onlyFull: true,
  },
  {
    rows: 'F06',
    name: 'the code of one submission throws: that visitor is told, the others are served',
    async run() {
      await using stage = await createStage()
      const { guide, oracle, visitors, arrived } = await tripping(stage)
      const failures: string[] = []
      const id = newId()
      const words = { lastName: 'trip the server here' }
      const { status } = await visitors.tryOnce(guide.origin, id, answersOf(id, words))
      if (status !== 500) failures.push(`the thrown error was answered with ${status}`)
      const { told } = await visitors.tryOnce(guide.origin, newId())
      if (told !== 'success') failures.push(`the next visitor was told of a ${told}`)
      if (!(await guide.logged()).includes('a fault in the code')) failures.push('it is not in the log')
      await visitors.trySteadily(() => guide.origin, id)
      return await measured({ oracle, visitors, env: guide.env, arrived, runs: 1, failures })
    },
  },
  {
    rows: 'F04',
    name: 'the event loop is blocked for 10 s: not healthy meanwhile, and everybody is served after it',
    async run() {
      await using stage = await createStage()
      const { guide, oracle, visitors, arrived } = await tripping(stage)
      const failures: string[] = []
      await visitors.tryOnce(guide.origin, newId())
      trip(stage, guide, `block ${BLOCK_MS}`)
      await pause(200)
      const ids = Array.from({ length: VISITORS }, newId)
      const tried = Promise.all(ids.map((id) => visitors.tryOnce(guide.origin, id)))
      const { status } = await call(`${guide.origin}/healthz`, { keep: false, timeoutMs: BLOCK_MS / 2 })
      if (status !== 0) failures.push('a blocked server called itself healthy')
      await tried
      await Promise.all(ids.map((id) => visitors.trySteadily(() => guide.origin, id)))
      return await measured({ oracle, visitors, env: guide.env, arrived, runs: 1, failures })
    },
  },
  underLoad('F04', 'a leak takes all memory and the server dies of it', async (stage, guide) => {
    trip(stage, guide, 'leak')
    await guide.ended()
  }),
]

async function tripping(stage: Stage) {
  const { guide, arrived } = await guideOnFiles(stage, {}, { flags: ['--import', TRIP, HEAP] })
  await guide.start()
  const oracle = createOracle()
  return { guide, oracle, visitors: createVisitors(oracle), arrived }
}

function trip(stage: Stage, guide: Guide, what: Trip) {
  writeFileSync(join(stage.directory, 'trip'), what)
  process.kill(guide.pid(), 'SIGUSR2')
}

/** Something ends the server while visitors submit; whoever watches it starts it again. */
function underLoad(rows: string, name: string, endIt: (stage: Stage, guide: Guide) => Promise<void>): Fault {
  return {
    rows,
    name: `${name}, and the next one goes on where it was`,
    async run(count) {
      await using stage = await createStage()
      const { guide, oracle, visitors, arrived } = await tripping(stage)
      const runs = count('ends by its own code')
      let isOver = false
      const visit = async () => {
        while (!isOver) await visitors.trySteadily(() => guide.origin, newId())
      }
      const visiting = Promise.all(Array.from({ length: VISITORS }, visit))
      for (let run = 0; run < runs; run++) {
        await pause(500 + Math.random() * 500)
        await endIt(stage, guide)
        await guide.start()
      }
      isOver = true
      await visiting
      const note = `${oracle.ids().length} submissions, ${oracle.count('unknown')} without an answer`
      return await measured({ oracle, visitors, env: guide.env, arrived, runs, note })
    },
  }
}
