interface Patience {
  /** So many failures cost nothing. */
  readonly free: number
  readonly longestMs: number
}

const FIRST_MS = 1000
/** After so long without a failure all is forgotten. */
const FORGET_MS = 3600_000
/** The least recently seen are forgotten first, so that no number of names fills the memory. */
const MOST_KEYS = 10_000

/**
 * Makes whoever fails wait, twice as long each time up to a bound. After the free ones a key has one try in each
 * wait, and whoever comes first has it: somebody who never tires can keep a person out for as long as they go on.
 */
export function createThrottle({ free, longestMs }: Patience, now: () => number = () => performance.now()) {
  const failures = new Map<string, { count: number; at: number }>()

  function waitMs(key: string): number {
    const failed = failures.get(key)
    if (!failed || failed.count <= free) return 0
    const patience = Math.min(FIRST_MS * 2 ** (failed.count - free - 1), longestMs)
    return Math.max(0, failed.at + patience - now())
  }

  return {
    waitMs,
    /** Counted before the outcome is known, so that many tries at once are many. */
    begin(key: string) {
      const before = failures.get(key)
      const count = before && now() - before.at < FORGET_MS ? before.count : 0
      failures.delete(key)
      failures.set(key, { count: count + 1, at: now() })
      if (failures.size > MOST_KEYS) failures.delete(failures.keys().next().value ?? '')
    },
    succeeded: (key: string) => void failures.delete(key),
  }
}
