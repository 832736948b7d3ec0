import type { OperatorError } from '../lib/errors.ts'
import type { Query } from './rows.ts'
import type { Statement } from './sql.ts'

export type DialectName = 'sqlite' | 'postgres'

/** The caller's result, and what to write, if anything. */
export interface Decision<T> {
  readonly result: T
  readonly write?: readonly Statement[]
}

/** The rows of each query. */
export type RowsOf<Q extends readonly Query<unknown>[]> = {
  readonly [Index in keyof Q]: Q[Index] extends Query<infer Row> ? readonly Row[] : never
}

/** An SQL database. Both kinds understand the same statements. */
export interface Database {
  readonly dialect: DialectName
  all<T>(query: Query<T>): Promise<readonly T[]>
  /** Reads one unchanging state of the database, in small batches. */
  stream<T>(query: Query<T>): AsyncIterable<T>
  /**
   * Reads, decides and writes in one transaction. No other transaction with the same key runs in between; the key of a
   * change to a project is its id. `decide` may run more than once, but not after the promise was rejected. `now` is the
   * database's own time where it has one.
   */
  transact<T, const Q extends readonly Query<unknown>[]>(
    key: string,
    read: Q,
    decide: (rows: RowsOf<Q>, now: Date) => Decision<T>,
  ): Promise<T>
  /** A time so many milliseconds from now, by the clock of the database. */
  timeFromNow(ms: number): Statement
  /** Removes what deleted rows leave behind in the files of SQLite. PostgreSQL does so by itself. */
  purgeDeleted(): Promise<void>
}

/** The database of one process. */
export interface OpenDatabase extends Database {
  /** The same for the desk, whose changes never use up the connections of visitors. */
  readonly desk: Database
  /** Rejects with the reason if nothing can be saved now. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A database that has not responded by then counts as offline: docs/decisions/0001. */
export const DATABASE_DEADLINE_MS = 10_000

/** A clock for tests; without one, PostgreSQL uses its own. */
export type Clock = () => Date

export interface DatabaseOptions {
  readonly clock?: Clock
  /** Called if PostgreSQL, which connects later, was migrated by a newer server. Opening SQLite throws instead. */
  readonly onNewer?: (error: OperatorError) => void
}
