interface ThrottleOptions {
  /** This many failures have no consequence. */
  readonly free: number
  readonly maxWaitMs: number
}

const FIRST_WAIT_MS = 1000
/** After this long without a failure, a key starts again from zero. */
const FORGET_MS = 3600_000
/** Bounds the memory: the least recently used key is dropped first. */
const MAX_KEYS = 10_000

/**
 * Slows down repeated failures: each one doubles the wait, up to a maximum. After the free failures a key gets one
 * attempt per wait, so an attacker who never stops can lock out that key for as long as the attack lasts.
 */
export function createThrottle(
  { free, maxWaitMs }: ThrottleOptions,
  now: () => number = () => performance.now(),
) {
  const failures = new Map<string, { count: number; at: number }>()

  return {
    /** How long this key has to wait before its next attempt. */
    waitMs(key: string): number {
      const failed = failures.get(key)
      if (!failed || failed.count <= free) return 0
      const wait = Math.min(FIRST_WAIT_MS * 2 ** (failed.count - free - 1), maxWaitMs)
      return Math.max(0, failed.at + wait - now())
    },
    /** Counts an attempt as failed before its outcome is known, so that simultaneous attempts all count. */
    begin(key: string) {
      const before = failures.get(key)
      const count = before && now() - before.at < FORGET_MS ? before.count : 0
      failures.delete(key)
      failures.set(key, { count: count + 1, at: now() })
      if (failures.size > MAX_KEYS) failures.delete(failures.keys().next().value ?? '')
    },
    succeed(key: string) {
      failures.delete(key)
    },
  }
}
