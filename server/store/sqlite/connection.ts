import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Delivery } from '../delivery.ts'
import type { Decide, DecideDelivery } from '../driver.ts'
import { isFromEndedProcess } from '../leases.ts'
import { erasedHash, indexStatements } from '../sql/project-index.ts'
import { deliveryFrom, deliveryValues, keptFrom, projectValues } from '../sql/rows.ts'
import { statements } from '../sql/schema.ts'
import { type Statement, textOf } from '../sql/sql.ts'
import type { SqlRow } from '../sql/sql-database.ts'
import { BUSY_TIMEOUT_MS, openFile } from './database-file.ts'
import { prepareTables } from './prepare-tables.ts'

export const shared = statements(() => '?')

export const PROJECTS = shared.projects({
  // The order they came in, which needs no index.
  order: 'rowid',
  // The list of samples is read once; to look up each project would read all of them twice.
  isSample: 'id in (select project_id from desk_projects where is_sample = 1)',
})

const DUE = shared.due({ now: '?1', furthest: '?2', limit: '?3' })

/** An open file with its tables in order and its statements ready. */
export interface Connection {
  readonly db: DatabaseSync
  readonly isSameFile: () => boolean
  readonly select: StatementSync
  readonly selectDelivery: StatementSync
  readonly putProject: StatementSync
  readonly putDelivery: StatementSync
  readonly due: StatementSync
  readonly counts: StatementSync
  readonly erased: StatementSync
  /** Runs a statement of the desk, which is prepared once. */
  run(statement: Statement): readonly SqlRow[]
}

/** More than the desk has; a filter or a number of rows may make another text. */
const MOST_PREPARED = 200

export function connect(path: string): Connection {
  const { db, isSameFile } = openFile(path)
  try {
    const run = runner(db)
    prepareTables(db, run)
    releaseEnded(db)
    db.exec(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
    return {
      db,
      isSameFile,
      select: db.prepare(shared.select),
      selectDelivery: db.prepare(shared.selectDelivery),
      putProject: db.prepare(shared.putProject),
      putDelivery: db.prepare(shared.putDelivery),
      due: db.prepare(DUE),
      counts: db.prepare(shared.counts('?')),
      erased: db.prepare('select 1 from desk_erased where hash = ?'),
      run,
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** Reads, decides and writes; the caller has the transaction. */
export function decided<T>(connection: Connection, id: string, decide: Decide<T>, now: Date): T {
  const row = connection.select.get(id)
  const kept = row ? keptFrom(row) : null
  const isErased = !kept && connection.erased.get(erasedHash(id)) !== undefined
  const { result, write } = decide(kept, now, isErased)
  if (write?.answers) connection.putProject.run(...projectValues(id, write.answers, isoText(now)))
  if (write) putDelivery(connection, write.delivery)
  if (write?.answers) {
    const project = { id, answers: write.answers, createdAt: kept?.project.createdAt ?? now }
    const kind = kept ? 'revised' : 'new'
    const indexing = { dialect: 'sqlite', kind, now, before: kept?.project.answers } as const
    for (const statement of indexStatements(project, indexing)) connection.run(statement)
  }
  return result
}

export function decidedDelivery<T>(
  connection: Connection,
  id: string,
  decide: DecideDelivery<T>,
  now: Date,
): T {
  const row = connection.selectDelivery.get(id)
  const { result, write } = decide(row ? deliveryFrom(row) : null, now)
  if (write) putDelivery(connection, write)
  return result
}

const putDelivery = (connection: Connection, delivery: Delivery) =>
  connection.putDelivery.run(...deliveryValues(delivery).map(asInput))

function runner(db: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  return (statement: Statement): readonly SqlRow[] => {
    const words = textOf(statement, () => '?')
    const ready = prepared.get(words) ?? db.prepare(words)
    prepared.set(words, ready)
    if (prepared.size > MOST_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
    return ready.all(...statement.values)
  }
}

/** Times are ISO text, which sorts as time does. */
export const isoText = (time: Date) => time.toISOString()

const asInput = (value: string | number | Date | null): SQLInputValue =>
  value instanceof Date ? isoText(value) : value

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
