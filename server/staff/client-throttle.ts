import { addFailure, type Failures, waitAfter } from './throttle.ts'

/** Bounds the memory: the least recently used client is dropped first. */
const MAX_CLIENTS = 10_000
const MAX_WAIT_MS = 15 * 60_000

/** Slows down clients that guess passwords. It counts in memory, so refusing a client is cheap. */
export function createClientThrottle(maxWaitMs = MAX_WAIT_MS, now: () => number = () => performance.now()) {
  const failures = new Map<string, Failures>()

  return {
    /** Like the throttle of accounts: returns 0 and counts the attempt as failed, or returns how long to wait. */
    begin(client: string): number {
      const before = failures.get(client)
      const waitMs = before ? waitAfter(before, maxWaitMs, now()) : 0
      if (waitMs > 0) return waitMs
      failures.delete(client)
      failures.set(client, addFailure(before, now()))
      if (failures.size > MAX_CLIENTS) failures.delete(failures.keys().next().value ?? '')
      return 0
    },
    /** Subtracts only the attempt that succeeded. */
    succeed(client: string) {
      const failed = failures.get(client)
      if (failed) failures.set(client, { ...failed, count: failed.count - 1 })
    },
  }
}
