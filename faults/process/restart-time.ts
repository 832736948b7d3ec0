import type { Fault } from '../harness/fault.ts'
import { createOracle } from '../harness/oracle.ts'
import { arrivedIn } from '../harness/outbox.ts'
import { measured } from '../harness/recovery.ts'
import { createGuide, PRODUCT } from '../harness/server.ts'
import { databaseOfItsOwn } from '../harness/shared-postgres.ts'
import { createStage } from '../harness/stage.ts'
import { createVisitors, newId } from '../harness/visitor.ts'

const LONGEST_RESTART_MS = 2000
const SUBMISSIONS_BEFORE_EACH = 5

/** How long visitors are without a server after a kill. Nothing else runs meanwhile, so nothing excuses it. */
export const restarts: readonly Fault[] = (['SQLite', 'PostgreSQL'] as const).map((store) => ({
  rows: 'F01',
  name: `kill -9, and ready again within ${LONGEST_RESTART_MS / 1000} s (half of the times), ${store}`,
  alone: true,
  async run(count) {
    await using stage = await createStage()
    const settings = store === 'PostgreSQL' ? { DATABASE_URL: await databaseOfItsOwn() } : {}
    const guide = await createGuide(stage, settings, { entry: PRODUCT })
    const oracle = createOracle()
    const visitors = createVisitors(oracle)
    const runs = count('restarts alone')
    const waits: number[] = []
    await guide.start()
    for (let run = 0; run < runs; run++) {
      const ids = Array.from({ length: SUBMISSIONS_BEFORE_EACH }, newId)
      await Promise.all(ids.map((id) => visitors.trySteadily(() => guide.origin, id)))
      await guide.end('SIGKILL')
      waits.push(await guide.start())
    }
    waits.sort((a, b) => a - b)
    const median = Math.round(waits[runs >> 1] ?? 0)
    return await measured({
      oracle,
      visitors,
      env: guide.env,
      arrived: () => arrivedIn(`${stage.directory}/data/outbox`),
      runs,
      failures: median > LONGEST_RESTART_MS ? [`half of the restarts took ${median} ms or longer`] : [],
      note: `ready again in ${median} ms (median), ${Math.round(waits.at(-1) ?? 0)} ms at most`,
    })
  },
}))
