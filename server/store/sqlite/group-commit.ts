/** What group commit needs of a database. */
export interface Transactions {
  begin(): void
  commit(): void
  rollback(): void
  /** True for an error that one change brought about; false for what each would have met, as a full disk. */
  isOwn(error: unknown): boolean
  /** True for an error that passes by itself soon: another process is writing. */
  isBusy(error: unknown): boolean
}

interface Waiting {
  /** Makes the change; may be called again after a rollback. */
  readonly run: () => void
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

const BUSY_PAUSE_MS = 25
const GATHERING_MS = 2

/**
 * Changes that arrive while the one before is being made durable share the next transaction, so many
 * visitors pay for one fsync. After several at once, more are on their way: they are waited for until they are
 * as many again, or for a moment. One visitor alone waits for nobody. Nothing is resolved before its commit
 * returned. Another process's lock is waited for between turns of the event loop, never inside one.
 */
export function groupCommit(transactions: Transactions, longestWaitMs: number) {
  let queue: Waiting[] = []
  let scheduled = false
  let crowd = 1

  function schedule(start: (flush: () => void) => void) {
    if (scheduled) return
    scheduled = true
    start(() => {
      scheduled = false
      flush()
    })
  }

  function flush() {
    if (queue.length === 0) return
    const batch = queue
    queue = []
    crowd = batch.length
    make(batch)
  }

  /** Changes fail together only for what they share: one that fails by itself is left out, and the others made again. */
  function make(batch: readonly Waiting[]) {
    try {
      transactions.begin()
    } catch (error) {
      if (transactions.isBusy(error)) waitLonger(batch, error)
      else for (const waiting of batch) waiting.reject(error)
      return
    }
    let running: Waiting | null = null
    try {
      for (running of batch) running.run()
      running = null
      transactions.commit()
    } catch (error) {
      transactions.rollback()
      const failed = running && transactions.isOwn(error) ? [running] : batch
      for (const waiting of failed) waiting.reject(error)
      const others = batch.filter((waiting) => !failed.includes(waiting))
      if (others.length > 0) make(others)
      return
    }
    for (const waiting of batch) waiting.resolve()
  }

  function waitLonger(batch: readonly Waiting[], error: unknown) {
    const oldest = performance.now() - longestWaitMs
    for (const waiting of batch) if (waiting.since < oldest) waiting.reject(error)
    queue = [...batch.filter((waiting) => waiting.since >= oldest), ...queue]
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
      schedule(crowd > 1 ? (next) => setTimeout(next, GATHERING_MS) : setImmediate)
      if (crowd > 1 && queue.length === crowd) setImmediate(flush)
    })
  }
}
