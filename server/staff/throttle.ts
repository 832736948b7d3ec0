/** Failed attempts, and the time of the last one in milliseconds. */
export interface Failures {
  readonly count: number
  readonly at: number
}

/** This many failures cause no wait. */
const FREE = 10
const FIRST_WAIT_MS = 1000
/** After this long without a failure, the count resets to zero. */
const RESET_MS = 3600_000

/** How long to wait before the next attempt: each failure after the free ones doubles the wait, up to a maximum. */
export function waitAfter(failures: Failures, maxWaitMs: number, now: number): number {
  if (failures.count <= FREE) return 0
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures.count - FREE - 1), maxWaitMs)
  return Math.max(0, failures.at + wait - now)
}

export const addFailure = (before: Failures | undefined, now: number): Failures => ({
  count: (before && now - before.at < RESET_MS ? before.count : 0) + 1,
  at: now,
})
