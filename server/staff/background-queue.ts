import pLimit from 'p-limit'

/** Work that strangers can cause and no response waits for. It is done one piece at a time. */
export function createBackgroundQueue(maxWaiting: number) {
  const keys = new Set<string>()
  const oneAtATime = pLimit(1)

  return {
    /**
     * Does the work in its turn. Skips it if work with the same key is waiting or running, or if the queue is full;
     * returns false for a full queue.
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
