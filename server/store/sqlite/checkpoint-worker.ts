import { fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { logOf, pagesLeft, type Told } from './checkpoints.ts'

/** So little is left that whoever writes can do it in a moment. */
const SHORT_REST_PAGES = 150
/** Each round is shorter than the one before, unless the others write faster than this thread can copy. */
const MOST_ROUNDS = 5

const path = String(workerData.path)
// A file that was moved away is not to be made anew.
const file = pathToFileURL(path)
file.searchParams.set('mode', 'rw')

/**
 * Never closed, not even with the thread: to close any descriptor of the file would take away the locks that
 * SQLite has on it in this process.
 */
let descriptor: number | null = null

/** The thread of sqlite-checkpoints.ts. Its connection is open only while it works, so that it is never the last. */
parentPort?.on('message', () => parentPort?.postMessage(told()))

function told(): Told {
  try {
    return emptyLog()
  } catch {
    // Another one has the log, or the disk is full.
    return 'failed'
  }
}

function emptyLog(): Told {
  const db = new DatabaseSync(file)
  try {
    db.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')
    const log = logOf(db)
    descriptor ??= openSync(path, 'r')
    for (let round = 0; round < MOST_ROUNDS; round++) {
      log.empty.get()
      // SQLite leaves this to whoever brings in the last page, which is most of the work, and not to be done there.
      fsyncSync(descriptor)
      if (pagesLeft(log) <= SHORT_REST_PAGES) return 'little is left'
    }
    return 'much is left'
  } finally {
    db.close()
  }
}
