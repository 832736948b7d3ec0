import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { isFromEndedProcess } from '../leases.ts'
import type { IndexStatements } from '../sql/index-statements.ts'
import { type Statement, textOf } from '../sql/sql.ts'
import type { SqlRow } from '../sql/sql-database.ts'
import { openFile } from './database-file.ts'
import { prepareTables } from './prepare-tables.ts'

/** An open database file with up-to-date tables. */
export interface Connection {
  readonly db: DatabaseSync
  readonly isSameFile: () => boolean
  run(statement: Statement): readonly SqlRow[]
}

/** Group commit waits for another process's lock, because SQLite would block the event loop. */
const BUSY_TIMEOUT_MS = 5
/** More than the store and the desk have; a filter or a number of rows may make another text. */
const MAX_PREPARED = 200

export function connect(path: string, indexStatements: IndexStatements): Connection {
  const { db, isSameFile } = openFile(path)
  try {
    const run = createRunner(db)
    prepareTables(db, run, indexStatements)
    releaseEndedLeases(db)
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return { db, isSameFile, run }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Runs statements, and keeps the most recent ones prepared. */
function createRunner(db: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (statement: Statement): readonly SqlRow[] => {
    const text = textOf(statement, () => '?')
    const ready = prepared.get(text) ?? db.prepare(text)
    // Deleted first, so that it becomes the most recent.
    prepared.delete(text)
    prepared.set(text, ready)
    if (prepared.size > MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
    return ready.all(...statement.values)
  }
}

/** A server that was killed leaves its leases behind. Its successor does not have to wait for their end. */
function releaseEndedLeases(db: DatabaseSync) {
  const tables = [
    ['deliveries', 'leaseToken', 'nextAttemptAt', 'queuedAt'],
    ['outbox', 'lease_token', 'next_attempt_at', 'queued_at'],
  ]
  for (const [table, lease, next, queued] of tables) {
    const release = db.prepare(`update ${table} set ${lease} = null, ${next} = ${queued} where ${lease} = ?`)
    const leases = db
      .prepare(`select ${lease} as token from ${table} where ${next} is not null and ${lease} is not null`)
      .all()
    for (const { token } of leases) if (isFromEndedProcess(String(token))) release.run(String(token))
  }
}
