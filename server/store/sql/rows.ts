import { answersFrom } from '../../../questionnaire/answers.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { sourceFrom } from '../../../questionnaire/source.ts'
import type { Counts, Delivery } from '../delivery.ts'
import type { Message, MessageEvent } from '../outbox.ts'
import type { SqlRow } from './sql-database.ts'

export const projectFrom = (row: SqlRow): Project => ({
  id: String(row.id),
  createdAt: timeFrom(row.createdAt) ?? new Date(0),
  answers: answersFrom((name) => String(row[name] ?? '')),
  source: sourceFrom((name) => String(row[name] ?? '')),
})

/** True for a row whose `is_sample` is set: a number in SQLite, a boolean in PostgreSQL. */
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
  extraAnswersJson: String(row.unknown),
  changed: String(row.changed),
  suspicion: String(row.suspicion),
})

export const messageFrom = (row: SqlRow): Message => ({
  id: String(row.message_id),
  channel: String(row.channel),
  projectId: String(row.project_id),
  // Only `enqueue` writes it.
  event: String(row.event) as MessageEvent,
  detailJson: String(row.detail),
  queuedAt: timeFrom(row.queued_at) ?? new Date(0),
  attempts: Number(row.attempts),
  nextAttemptAt: timeFrom(row.next_attempt_at),
  leaseToken: row.lease_token === null ? null : String(row.lease_token),
  deadAt: timeFrom(row.dead_at),
  lastError: String(row.last_error),
})

/** The delivery under the names of its columns. */
export const toDeliveryRow = ({ extraAnswersJson, ...delivery }: Delivery) => ({
  ...delivery,
  unknown: extraAnswersJson,
})

export const countsFrom = (row: SqlRow | undefined): Counts => ({
  due: Number(row?.due ?? 0),
  stuck: Number(row?.stuck ?? 0),
  dead: Number(row?.dead ?? 0),
})

function timeFrom(value: unknown): Date | null {
  if (value === null || value === undefined) return null
  return new Date(value instanceof Date ? value : String(value))
}
