import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { checkDiskSpace } from '../../lib/system.ts'
import type { Database, DatabaseOptions, OpenDatabase, RowsOf } from '../database.ts'
import type { Query } from '../rows.ts'
import { sql, textOf } from '../sql.ts'
import { type Connection, connect } from './connection.ts'
import {
  SQLITE_BUSY,
  SQLITE_CANTOPEN,
  SQLITE_CONSTRAINT,
  SQLITE_CORRUPT,
  SQLITE_IOERR,
  SQLITE_NOTADB,
  sqliteCode,
  watchFile,
} from './database-file.ts'
import { groupCommit } from './group-commit.ts'
import { mergeSearch } from './merge-search.ts'

const MAX_WAIT_MS = 8000
/** Errors caused by one change: an error other than SQLite's, or a violated constraint. */
const CAUSED_BY_CHANGE = new Set([0, SQLITE_CONSTRAINT])
/** After these errors the connection cannot be trusted: an fsync may have failed, or a page may be damaged. */
const BROKEN = new Set([SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB])

/** A database in one file, for one machine. */
export function openSqlite(path: string, { clock = () => new Date() }: DatabaseOptions = {}): OpenDatabase {
  let connection: Connection | null = connect(path)
  const isStillThere = watchFile(path)
  let isClosed = false

  function current(): Connection {
    if (isClosed) throw new Error('The database was closed')
    // Only the first connection may create the file. A later one would save projects to a file that is never read.
    if (!connection && isStillThere()) connection = connect(path)
    if (connection?.isSameFile()) return connection
    throw new Error('The database file was moved or replaced. Restart the server')
  }

  /** The connection of the current transaction. */
  function inTransaction(): Connection {
    if (!connection) throw new Error('The database was closed')
    return connection
  }

  /** Closing copies the log into the file again, so that the data does not depend on a failed fsync. */
  function disconnect() {
    const broken = connection
    connection = null
    try {
      broken?.db.close()
    } catch {
      // The next change opens a new connection.
    }
  }

  const commitInGroup = groupCommit(
    {
      begin: () => current().db.exec('begin immediate'),
      commit() {
        inTransaction().db.exec('commit')
        // A commit to a file that has been moved in the meantime does not count.
        current()
      },
      rollback() {
        try {
          if (connection?.db.isTransaction) connection.db.exec('rollback')
        } catch {
          disconnect()
        }
      },
      isCausedByChange: (error) => CAUSED_BY_CHANGE.has(sqliteCode(error)),
      isBusy: (error) => sqliteCode(error) === SQLITE_BUSY,
    },
    MAX_WAIT_MS,
  )

  const change = <T>(work: (opened: Connection) => T): Promise<T> =>
    commitInGroup(() => work(inTransaction())).catch((error: unknown) => {
      if (BROKEN.has(sqliteCode(error))) disconnect()
      throw error
    })

  async function purgeDeleted() {
    await mergeSearch(change)
    const [log] = current().run(sql`pragma wal_checkpoint(truncate)`)
    if (log?.busy) throw new Error('Another connection is reading the log')
  }

  let purging = Promise.resolve()
  const database: Database = {
    dialect: 'sqlite',
    all: async (query) => current().run(query).map(query.rowFrom),
    stream: (query) => streamRows(path, query),
    transact: (_key, read, decide) =>
      change(({ run }) => {
        const rows = read.map((query) => run(query).map(query.rowFrom))
        const { result, write = [] } = decide(rows as RowsOf<typeof read>, clock())
        for (const statement of write) run(statement)
        return result
      }),
    timeFromNow: (ms) => sql`${new Date(clock().getTime() + ms).toISOString()}`,
    purgeDeleted() {
      purging = purging.catch(() => {}).then(purgeDeleted)
      return purging
    },
  }
  return {
    ...database,
    desk: database,
    // A write without effect, to check that writing works. The schema version is in schema_versions.
    async check() {
      await change((opened) => opened.db.exec('pragma user_version = 1'))
      checkDiskSpace(dirname(path))
    },
    async close() {
      // Waits for queued changes.
      await commitInGroup(() => {}).catch(() => {})
      isClosed = true
      disconnect()
    },
  }
}

/** Reads a snapshot on a separate connection while the server continues to write. */
async function* streamRows<T>(path: string, query: Query<T>): AsyncGenerator<T> {
  const db = new DatabaseSync(path, { readOnly: true, timeout: MAX_WAIT_MS })
  try {
    let count = 0
    for (const row of db.prepare(textOf(query, () => '?')).iterate(...query.values)) {
      yield query.rowFrom(row)
      if (++count % 100 === 0) await yieldToEventLoop()
    }
  } finally {
    db.close()
  }
}
