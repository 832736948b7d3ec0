/** The functions of a database that group commit uses. */
export interface Transactions {
  begin(): void
  commit(): void
  rollback(): void
  /** True for an error caused by one change. False if every change would fail, for example because the disk is full. */
  isCausedByChange(error: unknown): boolean
  /** True while another process is writing. */
  isBusy(error: unknown): boolean
}

interface Item {
  /** Makes the change. Runs again when the batch is rolled back because of another item. */
  readonly run: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

const BUSY_PAUSE_MS = 25

/**
 * Commits the changes of one turn of the event loop in one transaction, so that they share an fsync. A change resolves
 * after its commit. While another process holds the write lock, this retries on a timer instead of blocking the event
 * loop.
 */
export function groupCommit(transactions: Transactions, maxWaitMs: number) {
  let queue: Item[] = []
  let isScheduled = false

  function schedule(start: (flush: () => void) => void) {
    if (isScheduled) return
    isScheduled = true
    start(() => {
      isScheduled = false
      flush()
    })
  }

  function flush() {
    if (queue.length === 0) return
    const batch = queue
    queue = []
    commitBatch(batch)
  }

  /** If one item fails by itself, the other items are committed without it. */
  function commitBatch(batch: readonly Item[]) {
    try {
      transactions.begin()
    } catch (error) {
      if (transactions.isBusy(error)) requeue(batch, error)
      else for (const item of batch) item.reject(error)
      return
    }
    let running: Item | null = null
    try {
      for (running of batch) running.run()
      running = null
      transactions.commit()
    } catch (error) {
      transactions.rollback()
      const failed = running && transactions.isCausedByChange(error) ? [running] : batch
      for (const item of failed) item.reject(error)
      const others = batch.filter((item) => !failed.includes(item))
      if (others.length > 0) commitBatch(others)
      return
    }
    for (const item of batch) item.resolve()
  }

  function requeue(batch: readonly Item[], error: unknown) {
    const oldest = performance.now() - maxWaitMs
    for (const item of batch) if (item.since < oldest) item.reject(error)
    queue = [...batch.filter((item) => item.since >= oldest), ...queue]
    if (queue.length > 0) schedule((next) => setTimeout(next, BUSY_PAUSE_MS))
  }

  return function change<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let result: { readonly value: T }
      queue.push({
        since: performance.now(),
        run() {
          result = { value: work() }
        },
        resolve: () => resolve(result.value),
        reject,
      })
      schedule(setImmediate)
    })
  }
}
