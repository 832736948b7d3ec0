import type { Statement } from './sql.ts'

export type DialectName = 'sqlite' | 'postgres'

/** A row as the driver returns it; times are text in SQLite and dates in PostgreSQL. */
export type SqlRow = Readonly<Record<string, unknown>>

/** What is to be written, if anything, and what the caller is told. */
export interface SqlDecision<T> {
  readonly result: T
  readonly write?: readonly Statement[]
}

/** A database of tables, as the desk needs it beside the projects: the same statements for each. */
export interface SqlDatabase {
  readonly dialect: DialectName
  all(statement: Statement): Promise<readonly SqlRow[]>
  /** One unchanging state of the database, a few rows in memory at a time. */
  stream(statement: Statement): AsyncIterable<SqlRow>
  /**
   * Reads, decides and writes as one transaction. Of one key, which is a project's id wherever a project
   * is changed, no other writer comes between. `decide` may run more than once.
   */
  transact<T>(
    key: string,
    read: readonly Statement[],
    decide: (rows: readonly (readonly SqlRow[])[], now: Date) => SqlDecision<T>,
  ): Promise<T>
}
