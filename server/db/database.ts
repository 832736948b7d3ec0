import type { OperatorError } from '../lib/errors.ts'
import type { Query } from './rows.ts'
import type { Statement } from './sql.ts'

export type DialectName = 'sqlite' | 'postgres'

/** The caller's result, and the statements to execute, if any. */
export interface Decision<T> {
  readonly result: T
  readonly write?: readonly Statement[]
}

export type RowsOf<Q extends readonly Query<unknown>[]> = {
  readonly [Index in keyof Q]: Q[Index] extends Query<infer Row> ? readonly Row[] : never
}

/** An SQL database. Both kinds understand the same statements. */
export interface Database {
  readonly dialect: DialectName
  all<T>(query: Query<T>): Promise<readonly T[]>
  /** Reads a snapshot of the database in small batches. */
  stream<T>(query: Query<T>): AsyncIterable<T>
  /**
   * Reads, decides and writes in one transaction. Transactions with the same key run one at a time; the key of a change
   * to a project is its id. `decide` may run more than once, but not after the promise was rejected. `now` is the
   * database's time if it has a clock.
   */
  transact<T, const Q extends readonly Query<unknown>[]>(
    key: string,
    read: Q,
    decide: (rows: RowsOf<Q>, now: Date) => Decision<T>,
  ): Promise<T>
  /** The time `ms` milliseconds from now, by the database's clock. */
  timeFromNow(ms: number): Statement
  /** Removes the remains of deleted rows from the files of SQLite. PostgreSQL does this by itself. */
  purgeDeleted(): Promise<void>
}

/** The database of one process. */
export interface OpenDatabase extends Database {
  /** The same database for the desk, which has its own connections so that it cannot use up those of visitors. */
  readonly desk: Database
  /** Rejects with the reason if projects cannot be saved. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A database that has not responded by then counts as offline: docs/decisions/0001. */
export const DATABASE_DEADLINE_MS = 10_000

/** A clock for tests. By default, PostgreSQL uses its own. */
export type Clock = () => Date

export interface DatabaseOptions {
  readonly clock?: Clock
  /** Called if a newer server has migrated the PostgreSQL database, which connects later. Opening SQLite throws instead. */
  readonly onNewer?: (error: OperatorError) => void
}
