import type { Answers } from '../../questionnaire/answers.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { Delivery } from './delivery.ts'
import type { Counts } from './project-store.ts'
import type { SqlDatabase } from './sql/sql-database.ts'

/** A project and its delivery, as they are kept. */
export interface StoredProject {
  readonly project: Project
  readonly delivery: Delivery
}

/** What is to be written, if anything: answers make or replace the project, created at `now` if it is new. */
export interface Decision<T> {
  readonly result: T
  readonly write?: { readonly answers?: Answers; readonly delivery: Delivery }
}

/** `isErased`: a project of this id was here and has been erased; it must not come back. */
export type Decide<T> = (kept: StoredProject | null, now: Date, isErased: boolean) => Decision<T>

export interface DeliveryDecision<T> {
  readonly result: T
  readonly write?: Delivery
}

export type DecideDelivery<T> = (delivery: Delivery | null, now: Date) => DeliveryDecision<T>

/**
 * One database. It knows how to read and write a project with its delivery, and nothing of when that is
 * done: the rules are keep-projects.ts and delivery.ts, the same for every driver.
 */
export interface Driver {
  /** The same database for the desk; null where there are no tables. */
  readonly sql: SqlDatabase | null
  /**
   * Reads a project and its delivery and writes what `decide` makes of them, as one transaction that no
   * other writer of the same id can come between. `now` is the database's own time where it has one.
   * `decide` may run more than once. `expected` is what the caller thinks to find; what is new may be made with
   * that of others.
   */
  change<T>(id: string, decide: Decide<T>, expected?: 'new'): Promise<T>
  /**
   * The same for a delivery whose project stays as it is, and need not be read. Nor need a delivery be read
   * that the caller has leased: `leased` is how it was then.
   */
  changeDelivery<T>(id: string, decide: DecideDelivery<T>, leased?: Delivery): Promise<T>
  /** Ids whose next attempt has come, the first saved first where the database can. */
  due(limit: number): Promise<readonly string[]>
  projects(since: Date | undefined): AsyncIterable<Project>
  unsent(): AsyncIterable<Delivery>
  counts(): Promise<Counts>
  check(): Promise<void>
  close(): Promise<void>
}

/** A clock for tests; a driver without one asks its database. */
export type Clock = () => Date
