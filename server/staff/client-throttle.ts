import { addFailure, type Failures, waitAfter } from './throttle.ts'

/** Bounds the memory: the least recently used client is dropped first. */
const MAX_CLIENTS = 10_000
const MAX_WAIT_MS = 15 * 60_000

/** Slows down clients that guess passwords. It counts in memory, so refusing a client is cheap. */
export function createClientThrottle(maxWaitMs = MAX_WAIT_MS, now: () => number = () => performance.now()) {
  const failures = new Map<string, Failures>()

  return {
    waitMs(client: string): number {
      const failed = failures.get(client)
      return failed ? waitAfter(failed, maxWaitMs, now()) : 0
    },
    /** Counts an attempt as failed before its outcome is known, so that simultaneous attempts all count. */
    begin(client: string) {
      const failed = addFailure(failures.get(client), now())
      failures.delete(client)
      failures.set(client, failed)
      if (failures.size > MAX_CLIENTS) failures.delete(failures.keys().next().value ?? '')
    },
    /** Subtracts only the attempt that succeeded. */
    succeed(client: string) {
      const failed = failures.get(client)
      if (failed) failures.set(client, { ...failed, count: failed.count - 1 })
    },
  }
}
