/** What group commit needs of a database. */
export interface Transactions {
  begin(): void
  commit(): void
  rollback(): void
  /** Runs one change so that its failure undoes it alone. */
  apart<T>(change: () => T): T
  /** False once a failure has undone everything since `begin`, as a full disk does. */
  isOpen(): boolean
  /** True for an error that passes by itself soon: another process is writing. */
  isBusy(error: unknown): boolean
}

interface Waiting {
  readonly run: () => unknown
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

const BUSY_PAUSE_MS = 25

/**
 * Changes that arrive while the one before is being made durable share the next transaction, so many
 * visitors pay for one fsync. Nothing is resolved before its commit returned. Another process's lock is
 * waited for between turns of the event loop, never inside one.
 */
export function groupCommit(transactions: Transactions, longestWaitMs: number) {
  let queue: Waiting[] = []
  let scheduled = false

  function schedule(start: (flush: () => void) => void) {
    if (scheduled) return
    scheduled = true
    start(() => {
      scheduled = false
      flush()
    })
  }

  function flush() {
    const batch = queue
    queue = []
    try {
      transactions.begin()
    } catch (error) {
      if (transactions.isBusy(error)) waitLonger(batch, error)
      else for (const waiting of batch) waiting.reject(error)
      return
    }
    try {
      for (const waiting of batch) {
        const error = waiting.run()
        if (!transactions.isOpen()) throw error
      }
      transactions.commit()
    } catch (error) {
      transactions.rollback()
      for (const waiting of batch) waiting.reject(error)
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
      let outcome: { ok: true; value: T } | { ok: false; error: unknown } | undefined
      queue.push({
        since: performance.now(),
        run() {
          try {
            outcome = { ok: true, value: transactions.apart(work) }
          } catch (error) {
            outcome = { ok: false, error }
            return error
          }
          return undefined
        },
        resolve: () => (outcome?.ok ? resolve(outcome.value) : reject(outcome?.error)),
        reject,
      })
      schedule(setImmediate)
    })
  }
}
