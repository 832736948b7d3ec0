import pLimit from 'p-limit'

/** Runs tasks that strangers can cause and no response waits for, one at a time. */
export function createBackgroundQueue(maxWaiting: number) {
  const keys = new Set<string>()
  const oneAtATime = pLimit(1)

  return {
    /**
     * Queues a task. Skips it if a task with the same key is waiting or running. Returns false if the queue is full.
     */
    async add(key: string, work: () => Promise<void>): Promise<boolean> {
      if (keys.has(key)) return true
      if (oneAtATime.pendingCount >= maxWaiting) return false
      keys.add(key)
      try {
        await oneAtATime(work)
      } finally {
        keys.delete(key)
      }
      return true
    },
  }
}
