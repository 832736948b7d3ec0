import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Project } from '../../questionnaire/project.ts'
import { type Delivery, STUCK_MS } from './delivery.ts'
import type { Clock, Decide, Driver } from './driver.ts'
import { groupCommit } from './group-commit.ts'
import { isFromEndedProcess } from './lease-token.ts'
import { countsFrom, deliveryFrom, deliveryValues, keptFrom, projectFrom, projectValues } from './sql-rows.ts'
import { addMissing, createIndexes, createTable, statements, tables } from './sql-schema.ts'
import { BUSY_TIMEOUT_MS, openFile } from './sqlite-file.ts'

const LONGEST_WAIT_MS = 8000
const SQLITE_BUSY = 5
/** After these the connection is not to be trusted: an fsync may have failed, or a page may be broken. */
const BROKEN = new Set([10, 11, 14, 26])

// In the order they came, which needs no index.
const sql = statements(() => '?', 'rowid')

/** One file, for one machine. Times are ISO text, which sorts as time does. */
export function openSqlite(path: string, clock: Clock = () => new Date()): Driver {
  let connection: Connection | null = connect(path)

  const current = () => {
    connection ??= connect(path)
    if (!connection.isSameFile())
      throw new Error('The database file was moved or replaced: restart the server')
    return connection
  }
  const forgetIfBroken = (error: unknown) => {
    if (!BROKEN.has(codeOf(error))) return
    connection?.close()
    connection = null
  }

  const change = groupCommit(
    {
      begin() {
        try {
          current().db.exec('begin immediate')
        } catch (error) {
          forgetIfBroken(error)
          throw error
        }
      },
      commit() {
        current().db.exec('commit')
        // What was written to a file that has meanwhile been moved away is not kept.
        current()
      },
      rollback() {
        if (connection?.db.isTransaction) connection.db.exec('rollback')
      },
      apart(work) {
        const { db } = current()
        db.exec('savepoint change')
        try {
          const result = work()
          db.exec('release change')
          return result
        } catch (error) {
          undo(db)
          throw error
        }
      },
      isOpen: () => connection?.db.isTransaction === true,
      isBusy: (error) => codeOf(error) === SQLITE_BUSY,
    },
    LONGEST_WAIT_MS,
  )

  const changeWatched = <T>(work: () => T): Promise<T> =>
    change(work).catch((error: unknown) => {
      forgetIfBroken(error)
      throw error
    })

  return {
    change: (id, decide) => changeWatched(() => decided(current(), id, decide, clock())),
    async due(limit) {
      const now = clock()
      const rows = current().due.all(text(now), text(new Date(now.getTime() + 2 * STUCK_MS)), limit)
      return rows.map((row) => String(row.projectId))
    },
    async *projects(since) {
      yield* rowsOf<Project>(path, sql.projects, [text(since ?? new Date(0))], projectFrom)
    },
    async *unsent() {
      yield* rowsOf<Delivery>(path, sql.unsent, [], deliveryFrom)
    },
    counts: async () => countsFrom(current().counts.get(text(new Date(clock().getTime() - STUCK_MS)))),
    // Writing is what may fail, and a transaction that changes nothing still asks for the right to write.
    check: () => changeWatched(() => void current().db.exec('pragma user_version = 1')),
    async close() {
      // Changes that were asked for before are made first.
      await change(() => {}).catch(() => {})
      connection?.close()
      connection = null
    },
  }
}

interface Connection {
  readonly db: DatabaseSync
  readonly isSameFile: () => boolean
  readonly select: StatementSync
  readonly putProject: StatementSync
  readonly putDelivery: StatementSync
  readonly due: StatementSync
  readonly counts: StatementSync
  close(): void
}

function connect(path: string): Connection {
  const { db, isSameFile } = openFile(path)
  prepareTables(db)
  releaseEnded(db)
  db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return {
    db,
    isSameFile,
    select: db.prepare(sql.select),
    putProject: db.prepare(sql.putProject),
    putDelivery: db.prepare(sql.putDelivery),
    due: db.prepare(
      'select projectId from deliveries where nextAttemptAt <= ? or nextAttemptAt > ? order by nextAttemptAt limit ?',
    ),
    counts: db.prepare(sql.counts),
    close: () => db.close(),
  }
}

function prepareTables(db: DatabaseSync) {
  db.exec('begin immediate')
  for (const table of tables({ time: 'text', compact: 'without rowid' })) {
    db.exec(createTable(table))
    const existing = new Set(
      db
        .prepare(`select name from pragma_table_info('${table.name}')`)
        .all()
        .map((row) => String(row.name)),
    )
    for (const statement of addMissing(table, existing)) db.exec(statement)
  }
  for (const statement of createIndexes) db.exec(statement)
  db.exec('commit')
}

/** A server that was killed left its leases; its successor need not wait for them to run out. */
function releaseEnded(db: DatabaseSync) {
  const release = db.prepare(
    'update deliveries set leaseToken = null, nextAttemptAt = queuedAt where leaseToken = ?',
  )
  const leases = db
    .prepare('select leaseToken from deliveries where nextAttemptAt is not null and leaseToken is not null')
    .all()
  for (const { leaseToken } of leases) {
    if (isFromEndedProcess(String(leaseToken))) release.run(String(leaseToken))
  }
}

function decided<T>(connection: Connection, id: string, decide: Decide<T>, now: Date): T {
  const row = connection.select.get(id)
  const { result, write } = decide(row ? keptFrom(row) : null, now)
  if (write?.answers) connection.putProject.run(...projectValues(id, write.answers, text(now)))
  if (write) connection.putDelivery.run(...deliveryValues(write.delivery).map(asInput))
  return result
}

/** A connection of its own reads one unchanging state while the server goes on writing. */
async function* rowsOf<T>(
  path: string,
  query: string,
  values: readonly string[],
  read: (row: Record<string, unknown>) => T,
): AsyncGenerator<T> {
  const db = new DatabaseSync(path, { readOnly: true, timeout: LONGEST_WAIT_MS })
  try {
    let given = 0
    for (const row of db.prepare(query).iterate(...values)) {
      yield read(row)
      if (++given % 100 === 0) await pause(0)
    }
  } finally {
    db.close()
  }
}

/** Undoes one change; where that is impossible, the whole transaction. */
function undo(db: DatabaseSync) {
  try {
    if (db.isTransaction) db.exec('rollback to change; release change')
  } catch {
    if (db.isTransaction) db.exec('rollback')
  }
}

const text = (time: Date) => time.toISOString()

const asInput = (value: string | number | Date | null): SQLInputValue =>
  value instanceof Date ? text(value) : value

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
