import { type Answers, answersFrom } from '../../../questionnaire/answers.ts'
import { fieldNames } from '../../../questionnaire/fields.ts'
import type { Project } from '../../../questionnaire/project.ts'
import type { Delivery } from '../delivery.ts'
import type { StoredProject } from '../driver.ts'
import type { Counts } from '../project-store.ts'
import { besideAnswers, deliveryColumns } from './schema.ts'
import type { SqlRow } from './sql-database.ts'

export const keptFrom = (row: SqlRow): StoredProject => ({
  project: projectFrom(row),
  delivery: deliveryFrom({
    ...Object.fromEntries(deliveryColumns.map((column) => [column, row[besideAnswers(column)]])),
    projectId: row.id,
  }),
})

export const projectFrom = (row: SqlRow): Project => ({
  id: String(row.id),
  createdAt: timeFrom(row.createdAt) ?? new Date(0),
  answers: answersFrom((name) => String(row[name] ?? '')),
})

/** Of a row that says so: 0 and 1 in one, false and true in the other. */
export const isSample = (row: SqlRow): boolean => Number(row.is_sample) === 1

export const deliveryFrom = (row: SqlRow): Delivery => ({
  projectId: String(row.projectId),
  revision: Number(row.revision),
  sentRevision: Number(row.sentRevision),
  queuedAt: timeFrom(row.queuedAt) ?? new Date(0),
  attempts: Number(row.attempts),
  nextAttemptAt: timeFrom(row.nextAttemptAt),
  leaseToken: row.leaseToken === null ? null : String(row.leaseToken),
  sentAt: timeFrom(row.sentAt),
  deadAt: timeFrom(row.deadAt),
  lastError: String(row.lastError),
  unknown: String(row.unknown),
  changed: String(row.changed),
})

export const countsFrom = (row: SqlRow | undefined): Counts => ({
  due: Number(row?.due ?? 0),
  stuck: Number(row?.stuck ?? 0),
  dead: Number(row?.dead ?? 0),
})

/** The values of putProject. */
export const projectValues = <T>(id: string, answers: Answers, createdAt: T): readonly (string | T)[] => [
  id,
  createdAt,
  ...fieldNames.map((name) => answers[name]),
]

/** The values of putDelivery. */
export const deliveryValues = (delivery: Delivery): readonly (string | number | Date | null)[] => [
  delivery.projectId,
  ...deliveryColumns.map((column) => delivery[column]),
]

function timeFrom(value: unknown): Date | null {
  return value === null || value === undefined
    ? null
    : new Date(value instanceof Date ? value : String(value))
}
