import { type Answers, answersFrom } from '../../../questionnaire/answers.ts'
import { fieldNames } from '../../../questionnaire/fields.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { type Source, sourceFrom, sourceNames } from '../../../questionnaire/source.ts'
import type { Delivery } from '../delivery.ts'
import type { Message, MessageEvent } from '../outbox.ts'

/** A value in the JSON of Firestore's REST API. */
export type FirestoreValue =
  | { readonly stringValue: string }
  | { readonly integerValue: string }
  | { readonly timestampValue: string }
  | { readonly nullValue: null }
  | { readonly mapValue: { readonly fields?: FirestoreFields } }

export interface FirestoreFields {
  readonly [name: string]: FirestoreValue
}

export interface FirestoreDocument {
  readonly name: string
  readonly fields?: FirestoreFields
  readonly updateTime: string
}

/** Firestore reserves names like `__x__`, and a random id may look like one. */
export const documentName = (id: string) => (/^__.*__$/.test(id) ? `${id}.` : id)

const idFrom = (name: string) => (name.split('/').at(-1) ?? '').replace(/\.$/, '')

export const answersFields = (answers: Answers): FirestoreFields =>
  Object.fromEntries(fieldNames.map((name) => [name, text(answers[name])]))

export const sourceField = (source: Source): FirestoreValue => ({
  mapValue: { fields: Object.fromEntries(sourceNames.map((name) => [name, text(source[name])])) },
})

export const timestamp = (value: Date): FirestoreValue => ({ timestampValue: value.toISOString() })

export function deliveryFields(delivery: Delivery): FirestoreFields {
  const { projectId, extraAnswersJson, ...values } = delivery
  const row = { ...values, unknown: extraAnswersJson }
  const fields = Object.entries(row).map(([name, value]) => [name, encode(value)] as const)
  // A suspicious delivery has no sentAt, and so is not counted as due. A filter on the reason would need a new index.
  return Object.fromEntries(fields.filter(([name]) => name !== 'sentAt' || delivery.suspicion === ''))
}

export const projectFrom = ({ name, fields = {} }: FirestoreDocument): Project => ({
  id: idFrom(name),
  createdAt: timeFrom(fields.createdAt) ?? new Date(0),
  answers: answersFrom((field) => textFrom(fields[field])),
  source: sourceFrom((field) => textFrom(mapFrom(fields.source)[field])),
})

export const deliveryFrom = ({ name, fields = {} }: FirestoreDocument): Delivery => ({
  projectId: idFrom(name),
  revision: numberFrom(fields.revision),
  sentRevision: numberFrom(fields.sentRevision),
  queuedAt: timeFrom(fields.queuedAt) ?? new Date(0),
  attempts: numberFrom(fields.attempts),
  nextAttemptAt: timeFrom(fields.nextAttemptAt),
  leaseToken: textFrom(fields.leaseToken) || null,
  sentAt: timeFrom(fields.sentAt),
  deadAt: timeFrom(fields.deadAt),
  lastError: textFrom(fields.lastError),
  extraAnswersJson: textFrom(fields.unknown) || '{}',
  changed: textFrom(fields.changed),
  suspicion: textFrom(fields.suspicion),
})

/** `sequence` is the order of the messages about one project. */
export function messageFields({ id: _, detailJson, ...values }: Message, sequence: number): FirestoreFields {
  const row = { ...values, detail: detailJson, sequence }
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encode(value)]))
}

export const messageFrom = ({ name, fields = {} }: FirestoreDocument): Message => ({
  id: idFrom(name),
  channel: textFrom(fields.channel),
  projectId: textFrom(fields.projectId),
  // Only `messageFields` writes it.
  event: textFrom(fields.event) as MessageEvent,
  detailJson: textFrom(fields.detail) || '{}',
  queuedAt: timeFrom(fields.queuedAt) ?? new Date(0),
  attempts: numberFrom(fields.attempts),
  nextAttemptAt: timeFrom(fields.nextAttemptAt),
  leaseToken: textFrom(fields.leaseToken) || null,
  deadAt: timeFrom(fields.deadAt),
  lastError: textFrom(fields.lastError),
})

export const sequenceOf = ({ fields = {} }: FirestoreDocument) => numberFrom(fields.sequence)

const text = (value: string): FirestoreValue => ({ stringValue: value })

function encode(value: string | number | Date | null): FirestoreValue {
  if (value === null) return { nullValue: null }
  if (value instanceof Date) return timestamp(value)
  return typeof value === 'number' ? { integerValue: String(value) } : text(value)
}

const textFrom = (value: FirestoreValue | undefined) =>
  value && 'stringValue' in value ? value.stringValue : ''

const mapFrom = (value: FirestoreValue | undefined): FirestoreFields =>
  (value && 'mapValue' in value && value.mapValue.fields) || {}

const numberFrom = (value: FirestoreValue | undefined) =>
  value && 'integerValue' in value ? Number(value.integerValue) : 0

const timeFrom = (value: FirestoreValue | undefined) =>
  value && 'timestampValue' in value ? new Date(value.timestampValue) : null
