import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { RawRow } from '../rows.ts'
import { type Statement, textOf } from '../sql.ts'
import { openFile } from './database-file.ts'
import { prepareTables } from './prepare-tables.ts'

/** An open database file with up-to-date tables. */
export interface Connection {
  readonly db: DatabaseSync
  readonly isSameFile: () => boolean
  run(statement: Statement): readonly RawRow[]
}

/** Short, because SQLite would block the event loop. Group commit waits for another process's lock. */
const BUSY_TIMEOUT_MS = 5
/** More statements than the product has. The text of a statement depends on its filters and number of rows. */
const MAX_PREPARED = 200

export function connect(path: string): Connection {
  const { db, isSameFile } = openFile(path)
  try {
    const run = createRunner(db)
    prepareTables(db, run)
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return { db, isSameFile, run }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Runs statements, and caches the most recent prepared ones. */
function createRunner(db: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (statement: Statement): readonly RawRow[] => {
    const text = textOf(statement, () => '?')
    const ready = prepared.get(text) ?? db.prepare(text)
    // Deleted first, so that it becomes the most recent entry.
    prepared.delete(text)
    prepared.set(text, ready)
    if (prepared.size > MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
    return ready.all(...statement.values)
  }
}
