import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Decide } from './driver.ts'
import { isFromEndedProcess } from './leases.ts'
import { deliveryValues, keptFrom, projectValues } from './sql-rows.ts'
import { addMissing, createIndexes, createTable, statements, tables } from './sql-schema.ts'
import { BUSY_TIMEOUT_MS, openFile } from './sqlite-file.ts'

// Projects in the order they came, which needs no index.
export const sql = statements(() => '?', 'rowid')

const DUE = `select projectId from deliveries where nextAttemptAt <= ? or nextAttemptAt > ?
  order by nextAttemptAt limit ?`

/** An open file with its tables in order and its statements ready. */
export interface Connection {
  readonly db: DatabaseSync
  readonly isSameFile: () => boolean
  readonly select: StatementSync
  readonly putProject: StatementSync
  readonly putDelivery: StatementSync
  readonly due: StatementSync
  readonly counts: StatementSync
}

export function connect(path: string): Connection {
  const { db, isSameFile } = openFile(path)
  try {
    prepareTables(db)
    releaseEnded(db)
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return {
      db,
      isSameFile,
      select: db.prepare(sql.select),
      putProject: db.prepare(sql.putProject),
      putDelivery: db.prepare(sql.putDelivery),
      due: db.prepare(DUE),
      counts: db.prepare(sql.counts),
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Reads, decides and writes; the caller has the transaction. */
export function decided<T>(connection: Connection, id: string, decide: Decide<T>, now: Date): T {
  const row = connection.select.get(id)
  const { result, write } = decide(row ? keptFrom(row) : null, now)
  if (write?.answers) connection.putProject.run(...projectValues(id, write.answers, text(now)))
  if (write) connection.putDelivery.run(...deliveryValues(write.delivery).map(asInput))
  return result
}

/** Times are ISO text, which sorts as time does. */
export const text = (time: Date) => time.toISOString()

const asInput = (value: string | number | Date | null): SQLInputValue =>
  value instanceof Date ? text(value) : value

function prepareTables(db: DatabaseSync) {
  db.exec('begin immediate')
  for (const table of tables({ time: 'text', compact: 'without rowid' })) {
    db.exec(createTable(table))
    const columns = db.prepare(`select name from pragma_table_info('${table.name}')`).all()
    const existing = new Set(columns.map((row) => String(row.name)))
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
