import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import type { Project } from '../../../questionnaire/project.ts'
import { checkDiskSpace } from '../../lib/system.ts'
import { type Delivery, FURTHEST_MS, STUCK_MS } from '../delivery.ts'
import type { Clock, Driver } from '../driver.ts'
import { countsFrom, deliveryFrom, isSample, projectFrom } from '../sql/rows.ts'
import { type SqlValue, textOf } from '../sql/sql.ts'
import type { SqlRow } from '../sql/sql-database.ts'
import {
  type Connection,
  connect,
  decided,
  decidedDelivery,
  isoText,
  PROJECTS,
  shared,
} from './connection.ts'
import { watched } from './database-file.ts'
import {
  SQLITE_BUSY,
  SQLITE_CANTOPEN,
  SQLITE_CONSTRAINT,
  SQLITE_CORRUPT,
  SQLITE_IOERR,
  SQLITE_NOTADB,
  sqliteCode,
} from './error-codes.ts'
import { groupCommit } from './group-commit.ts'

const LONGEST_WAIT_MS = 8000
/** Errors caused by one change: not an SQLite error at all, or a violated constraint. */
const CAUSED_BY_CHANGE = new Set([0, SQLITE_CONSTRAINT])
/** After these the connection is not to be trusted: an fsync may have failed, or a page may be broken. */
const BROKEN = new Set([SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB])

/** One file, for one machine. */
export function openSqlite(path: string, clock: Clock = () => new Date()): Driver {
  let connection: Connection | null = connect(path)
  const isStillThere = watched(path)
  let isClosed = false

  function current(): Connection {
    if (isClosed) throw new Error('The store was closed')
    // Only the first connection may make a file: a later one would take projects into one that nobody knows of.
    if (!connection && isStillThere()) connection = connect(path)
    if (connection?.isSameFile()) return connection
    throw new Error('The database file was moved or replaced: restart the server')
  }

  /** The one that a transaction has begun with. */
  function begun(): Connection {
    if (!connection) throw new Error('The database was closed')
    return connection
  }

  /** Closing writes what is in the log into the file anew, so nothing depends on an fsync that failed. */
  function forget() {
    const broken = connection
    connection = null
    try {
      broken?.db.close()
    } catch {
      // There is no more to be done with it.
    }
  }

  const change = groupCommit(
    {
      begin: () => current().db.exec('begin immediate'),
      commit() {
        begun().db.exec('commit')
        // A commit to a file that was moved away in the meantime does not count.
        current()
      },
      rollback() {
        try {
          if (connection?.db.isTransaction) connection.db.exec('rollback')
        } catch {
          forget()
        }
      },
      isCausedByChange: (error) => CAUSED_BY_CHANGE.has(sqliteCode(error)),
      isBusy: (error) => sqliteCode(error) === SQLITE_BUSY,
    },
    LONGEST_WAIT_MS,
  )

  const changeWatched = <T>(work: (opened: Connection) => T): Promise<T> =>
    change(() => work(begun())).catch((error: unknown) => {
      if (BROKEN.has(sqliteCode(error))) forget()
      throw error
    })

  return {
    sql: {
      dialect: 'sqlite',
      all: async (statement) => current().run(statement),
      stream: (statement) =>
        rowsOf<SqlRow>(
          path,
          textOf(statement, () => '?'),
          statement.values,
          (row) => row,
        ),
      transact: (_key, read, decide) =>
        changeWatched((opened) => {
          const { result, write = [] } = decide(read.map(opened.run), clock())
          for (const statement of write) opened.run(statement)
          return result
        }),
    },
    change: (id, decide) => changeWatched((opened) => decided(opened, id, decide, clock())),
    changeDelivery: (id, decide) => changeWatched((opened) => decidedDelivery(opened, id, decide, clock())),
    async due(limit) {
      const now = clock()
      const rows = current().due.all(isoText(now), isoText(new Date(now.getTime() + FURTHEST_MS)), limit)
      return rows.map((row) => String(row.projectId))
    },
    async *projects(since) {
      yield* rowsOf<Project>(path, PROJECTS, [isoText(since ?? new Date(0))], (row) =>
        isSample(row) ? null : projectFrom(row),
      )
    },
    async *unsent() {
      yield* rowsOf<Delivery>(path, shared.unsent, [], deliveryFrom)
    },
    counts: async () => countsFrom(current().counts.get(isoText(new Date(clock().getTime() - STUCK_MS)))),
    // Writing is what may fail, so the check writes: a number that is the same each time.
    async check() {
      await changeWatched(({ db }) => db.exec('pragma user_version = 1'))
      checkDiskSpace(dirname(path))
    },
    async close() {
      // Changes that were asked for before are made first.
      await change(() => {}).catch(() => {})
      isClosed = true
      forget()
    },
  }
}

/** A connection of its own reads one unchanging state while the server goes on writing. Null is left out. */
async function* rowsOf<T>(
  path: string,
  query: string,
  values: readonly SqlValue[],
  read: (row: Record<string, unknown>) => T | null,
): AsyncGenerator<T> {
  const db = new DatabaseSync(path, { readOnly: true, timeout: LONGEST_WAIT_MS })
  try {
    let given = 0
    for (const row of db.prepare(query).iterate(...values)) {
      const one = read(row)
      if (one !== null) yield one
      if (++given % 100 === 0) await turn()
    }
  } finally {
    db.close()
  }
}
