import type { Clock } from './driver.ts'

/** The one clock of all servers is the database's. Between two answers it goes on by a clock nobody can set. */
export function databaseTime(clock: Clock | undefined) {
  let last = { time: Date.now(), at: performance.now() }
  return {
    /** A test's time, which the database is to take for its own; null otherwise. */
    override: () => clock?.() ?? null,
    told(now: Date) {
      last = { time: now.getTime(), at: performance.now() }
    },
    now: () => clock?.() ?? new Date(last.time + performance.now() - last.at),
  }
}

export type DatabaseTime = ReturnType<typeof databaseTime>
