import type { Project } from '../../questionnaire/project.ts'
import type { Counts, Delivery } from './delivery.ts'
import type { OutboxDriver } from './outbox.ts'
import type { SqlDatabase } from './sql/sql-database.ts'

/**
 * One database. A driver reads and writes a project with its delivery; the rules, which are the same for every driver,
 * are in create-project-store.ts and delivery.ts.
 *
 * The calls of a save: withLease → driver.change → SqlDatabase.transact → group commit (SQLite) → decide → statements.
 */
export interface Driver {
  /** The same database for the desk; null if it is not an SQL database. */
  readonly sql: SqlDatabase | null
  readonly outbox: OutboxDriver
  /**
   * Reads a project and its delivery, and writes what `decide` returns, in one transaction. No other change of the same
   * id runs in between. `decide` may run more than once, but not after the promise was rejected. The same transaction
   * queues a message for each channel that wants the event (eventOf).
   */
  change<T>(id: string, decide: Decide<T>): Promise<T>
  /** Ids whose next attempt is due, oldest first where the database can sort them. */
  due(limit: number): Promise<readonly string[]>
  projects(since: Date | undefined): AsyncIterable<Project>
  unsent(): AsyncIterable<Delivery>
  suspicious(): AsyncIterable<Delivery>
  countSuspicious(): Promise<number>
  counts(): Promise<Counts>
  check(): Promise<void>
  close(): Promise<void>
}

export type Decide<T> = (found: Found) => Decision<T>

export interface StoredProject {
  readonly project: Project
  readonly delivery: Delivery
}

/** What a change finds under its id. */
export interface Found {
  readonly stored: StoredProject | null
  /** The project was erased, so it must not be saved again. */
  readonly isErased: boolean
  /** The database's own time where it has one. */
  readonly now: Date
}

/** The caller's result, and what to write, if anything. A project is inserted, or its answers are replaced. */
export interface Decision<T> {
  readonly result: T
  readonly write?: Write
}

export interface Write {
  readonly project?: Project
  readonly delivery: Delivery
}

/** A database that has not responded by then counts as offline: docs/decisions/0001. */
export const STORE_DEADLINE_MS = 10_000

/** A clock for tests; a driver without one uses its database's clock. */
export type Clock = () => Date
