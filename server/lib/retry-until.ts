import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 250

/**
 * Repeats what fails until a time of `performance.now()`, and at least once, because a frozen server may wake with a
 * broken connection.
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
