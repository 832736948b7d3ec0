import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 250

/**
 * Retries until `end`, a time of `performance.now()`, but at least once, because a frozen server may wake up with a broken
 * connection.
 */
export async function retryUntil<T>(end: number, work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts > 1 && performance.now() > end) throw error
      await pause(PAUSE_MS)
    }
  }
}
