import type { Answers } from '../../../questionnaire/answers.ts'
import type { Project } from '../../../questionnaire/project.ts'
import type { Clock } from '../driver.ts'
import type { Statement } from './sql.ts'
import type { DialectName } from './sql-database.ts'

/**
 * The desk's statements that keep its index up to date. They run in the transaction that saves the project. The desk
 * passes them in, so that the store does not import the desk.
 */
export type IndexStatements = (project: Project, context: IndexContext) => readonly Statement[]

/** What indexing a project depends on. */
export interface IndexContext {
  readonly dialect: DialectName
  /** `backfill`: the project was saved by a version without this index. */
  readonly kind: 'new' | 'revised' | 'backfill' | 'sample'
  readonly now: Date
  /** The answers that a revision replaces. */
  readonly before?: Answers | undefined
}

export interface SqlStoreOptions {
  readonly indexStatements: IndexStatements
  /** For tests. */
  readonly clock?: Clock
}
