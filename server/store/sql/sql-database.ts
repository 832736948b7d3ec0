import type { Statement } from './sql.ts'

export type DialectName = 'sqlite' | 'postgres'

/** A row as the driver returns it; times are text in SQLite and dates in PostgreSQL. */
export type SqlRow = Readonly<Record<string, unknown>>

/** The caller's result, and what to write, if anything. */
export interface SqlDecision<T> {
  readonly result: T
  readonly write?: readonly Statement[]
}

/** An SQL database, for the store and the desk. Both databases understand the same statements. */
export interface SqlDatabase {
  readonly dialect: DialectName
  all(statement: Statement): Promise<readonly SqlRow[]>
  /** Reads one unchanging state of the database, in small batches. */
  stream(statement: Statement): AsyncIterable<SqlRow>
  /**
   * Reads, decides and writes in one transaction. No other transaction with the same key runs in between; the key of a
   * change to a project is its id. `decide` may run more than once.
   */
  transact<T>(
    key: string,
    read: readonly Statement[],
    decide: (rows: readonly (readonly SqlRow[])[], now: Date) => SqlDecision<T>,
  ): Promise<T>
  /** Removes what deleted rows leave behind in the files of SQLite. PostgreSQL does so by itself. */
  purgeDeleted(): Promise<void>
}
