import type { Fault } from '../harness/fault.ts'
import { createServer, PRODUCT } from '../harness/server.ts'
import { newDatabase } from '../harness/shared-postgres.ts'
import { newIds } from '../harness/visitors.ts'

const LIMIT_MS = 2000

/** How long visitors are without a server after a kill. Runs alone, so nothing else slows it down. */
export const restartTimes: readonly Fault[] = ['SQLite', 'PostgreSQL'].map((store) => ({
  rows: 'F01',
  name: `kill -9, ready again within ${LIMIT_MS / 1000} s (median), ${store}`,
  alone: true,
  async run(trial) {
    const env = store === 'PostgreSQL' ? { DATABASE_URL: await newDatabase() } : undefined
    const server = await createServer(trial, { entry: PRODUCT, ...(env && { env }) })
    const runs = trial.count(50)
    const times: number[] = []
    await server.start()
    for (let run = 0; run < runs; run++) {
      await Promise.all(newIds(5).map((id) => trial.visitors.submitUntilSaved(() => server.origin, id)))
      await server.end('SIGKILL')
      times.push(await server.start())
    }
    times.sort((a, b) => a - b)
    const median = Math.round(times[runs >> 1] ?? 0)
    if (median > LIMIT_MS) trial.failures.push(`half of the restarts took ${median} ms or longer`)
    trial.notes.push(`ready again in ${median} ms (median), ${Math.round(times.at(-1) ?? 0)} ms (longest)`)
    return trial.verify(server, { runs })
  },
}))
