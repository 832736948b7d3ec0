import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

interface Checkpoints {
  /** To be asked after each commit. It never fails: what is in the log is kept, also where it stays there. */
  look(log: WriteAheadLog): void
  /** Resolves once the thread has ended. */
  close(): Promise<void>
}

/** SQLite's write-ahead log, as one connection sees it: what was committed, and need not be in the file yet. */
export interface WriteAheadLog {
  /** Tells how many pages the log has, and how many of them are in the file, and does nothing. */
  readonly measure: StatementSync
  /** Brings what it can into the file, without waiting for anybody. */
  readonly empty: StatementSync
}

export const logOf = (db: DatabaseSync): WriteAheadLog => ({
  measure: db.prepare('pragma wal_checkpoint(noop)'),
  empty: db.prepare('pragma wal_checkpoint(passive)'),
})

/** How many pages of the log are not in the file. */
export function pagesLeft({ measure }: WriteAheadLog): number {
  const { log, checkpointed } = measure.get() ?? {}
  return Number(log) - Number(checkpointed)
}

/** What the thread says when it has done what it could. */
export type Told = 'little is left' | 'much is left' | 'failed'

const WORKER = new URL('./checkpoint-worker.ts', import.meta.url)
/** 32 MB, which some hundred submissions make, in a second or in a month. Until then there is no thread. */
const LONG_LOG_PAGES = 8000
/** After a thread that failed, SQLite empties the log in the thread that writes, as it does without us. */
const PATIENCE_MS = 60_000

/**
 * Brings the log into the file in a thread with a connection of its own: the pages are all over the file, and
 * the visitors of that moment would wait for all of them. The thread goes on until little is left; that little
 * is then done between two commits, because a log starts over only when all of it is in the file, and under
 * load there is always something new.
 */
export function createCheckpoints(
  path: string,
  { worker = WORKER, longLogPages = LONG_LOG_PAGES } = {},
): Checkpoints {
  let thread: Worker | null = null
  let isAtWork = false
  let isRestDue = false
  let notBefore = Number.NEGATIVE_INFINITY

  const waitLonger = () => {
    notBefore = performance.now() + PATIENCE_MS
  }

  function start(): Worker {
    const started = new Worker(worker, { workerData: { path }, trackUnmanagedFds: false })
    started.on('message', (told: Told) => {
      isAtWork = false
      isRestDue = told === 'little is left'
      if (told === 'failed') waitLonger()
    })
    started.on('error', waitLonger)
    started.on('exit', () => {
      thread = null
      isAtWork = false
    })
    // The process may end without it. Listening makes it be waited for, so this comes last.
    started.unref()
    return started
  }

  return {
    look(log) {
      try {
        if (isRestDue) log.empty.get()
        isRestDue = false
        if (isAtWork || performance.now() < notBefore || pagesLeft(log) < longLogPages) return
        thread ??= start()
        isAtWork = true
        thread.postMessage('begin')
      } catch {
        // The next commit looks again, and SQLite itself does when the log is very long.
      }
    },
    async close() {
      await thread?.terminate()
    },
  }
}
