import { webhookEvents } from '../../desk/webhooks.ts'
import { answersFrom } from '../../questionnaire/answers.ts'
import { sourceFrom } from '../../questionnaire/source.ts'
import type { Config } from '../config/config.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database } from '../db/database.ts'
import {
  erasedHash,
  firstRevision,
  type StoredProject,
  saveInboxRow,
  saveProject,
} from '../db/project-statements.ts'
import { query, text } from '../db/rows.ts'
import { listSql, type Statement, sql } from '../db/sql.ts'
import { withDeadline } from '../lib/deadline.ts'
import { describeError, OperatorError } from '../lib/errors.ts'
import { channelOf } from '../outbox/channel.ts'
import {
  documentName,
  type FirestoreClient,
  type FirestoreDocument,
  type FirestoreFields,
  type FirestoreValue,
  idFrom,
} from '../outbox/channels/firestore-client.ts'
import { afterSent, createMessage, type Message } from '../outbox/message.ts'
import { insertMessage, newMessageId } from '../outbox/message-statements.ts'

/** What this run has imported. */
export interface Imported {
  readonly projects: number
  /** Projects that were already in this database, or were erased here. */
  readonly skipped: number
  /** Includes those of an interrupted run before. */
  readonly messages: number
  /** Webhook messages that stay in Firestore, because the settings have no webhook. */
  readonly leftBehind: number
}

interface ImportServices {
  readonly db: Database
  readonly client: FirestoreClient
  readonly webhook: Config['webhook']
}

/** Settings whose value is the id of the Firestore project. IMPORTED is also the key of the transactions. */
const IMPORTED = 'firestore import'
const WEBHOOK_IMPORTED = 'firestore import webhook'

const WEBHOOK_ID = 'env'
const PAGE_SIZE = 300
const BATCH_SIZE = 100
const CALL_DEADLINE_MS = 30_000
const START_DEADLINE_MS = 10_000

/**
 * Imports the store of earlier versions from the collections `projects`, `deliveries` and `outbox` of Firestore. An
 * interrupted run can be repeated: each project is stored with its messages in one transaction, and projects that were
 * already stored or erased are skipped.
 */
export async function importFirestore(firestoreProject: string, services: ImportServices): Promise<Imported> {
  const { db, client } = services
  const hasWebhook = await hasMark(WEBHOOK_IMPORTED, firestoreProject, db)
  const webhook = hasWebhook ? null : services.webhook
  if (webhook) await addWebhook(webhook, db)
  const counts = await importProjects(services)
  // The collection only has unsent messages, so it fits into memory.
  const unsent = hasWebhook ? [] : (await listAll(client, 'outbox')).toSorted(bySequence).map(messageFrom)
  const messages = webhook ? await importMessages(unsent, db) : 0
  await db.transact(IMPORTED, [], () => ({
    result: null,
    write: [
      setMark(IMPORTED, firestoreProject),
      ...(webhook ? [setMark(WEBHOOK_IMPORTED, firestoreProject), TURN_ON_WEBHOOK] : []),
    ],
  }))
  return { ...counts, messages, leftBehind: webhook ? 0 : unsent.length }
}

/**
 * Throws if Firestore has a store of an earlier version that has not been imported. Returns a warning if this could not
 * be checked, otherwise null.
 */
export async function requireImport(
  db: Database,
  client: FirestoreClient,
  firestoreProject: string,
): Promise<string | null> {
  try {
    if (await hasMark(IMPORTED, firestoreProject, db)) return null
    const signal = AbortSignal.timeout(START_DEADLINE_MS)
    const listing = client.list('deliveries', { limit: 1 }, signal)
    const found = await withDeadline(listing, START_DEADLINE_MS, 'Firestore')
    if (found.length > 0)
      throw new OperatorError(
        `Firestore has projects of an earlier version that have not been imported. Stop every server and run npm run import -- firestore://${firestoreProject}`,
      )
    await db.transact(IMPORTED, [], () => ({ result: null, write: [setMark(IMPORTED, firestoreProject)] }))
    return null
  } catch (error) {
    if (error instanceof OperatorError) throw error
    return `Could not check whether Firestore has projects of an earlier version that have not been imported: ${describeError(error)}`
  }
}

async function hasMark(key: string, firestoreProject: string, db: Database): Promise<boolean> {
  const select = sql`select value from desk_settings where key = ${key} and value = ${firestoreProject}`
  return (await db.all(query(select, {}))).length > 0
}

const setMark = (key: string, firestoreProject: string): Statement =>
  sql`insert into desk_settings (key, value) values (${key}, ${firestoreProject})
    on conflict (key) do update set value = excluded.value`

/** The webhook is off until all its messages are stored. A message sent before then would be stored again. */
const addWebhook = ({ address, secrets: [secret = ''] }: NonNullable<Config['webhook']>, db: Database) =>
  db.transact(
    IMPORTED,
    [query(sql`select id from desk_webhooks where id = ${WEBHOOK_ID}`, {})],
    ([existing], now) =>
      existing.length > 0
        ? { result: null }
        : {
            result: null,
            write: [
              sql`insert into desk_webhooks (id, address, events, is_on, secret, created_at)
                values (${WEBHOOK_ID}, ${address}, ${webhookEvents.join(' ')}, 0, ${secret}, ${now.toISOString()})`,
              insertAuditEntry(now, 'operator', 'webhook added', new URL(address).host),
            ],
          },
  )

const TURN_ON_WEBHOOK = sql`update desk_webhooks set is_on = 1 where id = ${WEBHOOK_ID}`

/** Imports the oldest first, because SQLite exports projects in the order in which they were stored. */
async function importProjects({ db, client }: ImportServices) {
  const listed = await listAll(client, 'projects', ['createdAt'])
  const stored = new Set<string>()
  for await (const { id } of db.stream(query(sql`select id from projects`, { id: text }))) stored.add(id)
  const ids = listed
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map(({ name }) => idFrom(name))
    .filter((id) => !stored.has(id))
  let projects = 0
  for (const batch of batchesOf(ids)) projects += await importBatch(batch, db, client)
  return { projects, skipped: listed.length - projects }
}

async function importBatch(ids: readonly string[], db: Database, client: FirestoreClient): Promise<number> {
  const names = ['projects', 'deliveries'].flatMap((collection) =>
    ids.map((id) => client.nameOf(collection, documentName(id))),
  )
  const documents = await client.getAll(names, AbortSignal.timeout(CALL_DEADLINE_MS))
  const found = ids.flatMap((_, index) => {
    const [project, delivery] = [documents[index], documents[index + ids.length]]
    return project ? [recordFrom(project, delivery?.fields)] : []
  })
  const erased = query(sql`select hash from desk_erased where hash in (${listSql(ids.map(erasedHash))})`, {
    hash: text,
  })
  return db.transact(IMPORTED, [selectStored(ids), erased], ([stored, hashes]) => {
    const skipped = new Set([...stored.map(({ id }) => id), ...hashes.map(({ hash }) => hash)])
    const added = found.filter(({ project: { id } }) => !skipped.has(id) && !skipped.has(erasedHash(id)))
    return {
      result: added.length,
      write: added.flatMap(({ project, messages }) => [
        saveProject(project),
        ...saveInboxRow(project, { dialect: db.dialect, kind: 'backfill' }),
        ...messages.map(insertMessage),
      ]),
    }
  })
}

/** Stores the messages of projects that exist here. The others have nothing to send. */
async function importMessages(messages: readonly Message[], db: Database): Promise<number> {
  let count = 0
  for (const batch of batchesOf(messages)) {
    const stored = selectStored(batch.map(({ projectId }) => projectId))
    count += await db.transact(IMPORTED, [stored], ([rows]) => {
      const ids = new Set(rows.map(({ id }) => id))
      const added = batch.filter(({ projectId }) => ids.has(projectId))
      const write = added.map((message) => sql`${insertMessage(message)} on conflict do nothing`)
      return { result: added.length, write }
    })
  }
  return count
}

const selectStored = (ids: readonly string[]) =>
  query(sql`select id from projects where id in (${listSql(ids)})`, { id: text })

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) yield items.slice(start, start + BATCH_SIZE)
}

/** All documents of a collection, with the given fields or all fields. */
async function listAll(
  client: FirestoreClient,
  collection: string,
  fields?: readonly string[],
): Promise<readonly FirestoreDocument[]> {
  const all: FirestoreDocument[] = []
  while (true) {
    const page = { after: all.at(-1)?.name, limit: PAGE_SIZE, fields }
    const found = await client.list(collection, page, AbortSignal.timeout(CALL_DEADLINE_MS))
    all.push(...found)
    if (found.length < PAGE_SIZE) return all
  }
}

/** A project with its messages. Its document is in Firestore, so erasing the project must delete it. */
function recordFrom({ name, fields = {} }: FirestoreDocument, delivery: FirestoreFields = {}) {
  const source = mapFrom(fields.source)
  const project: StoredProject = {
    ...firstRevision,
    id: idFrom(name),
    createdAt: timeFrom(fields.createdAt) ?? new Date(0),
    answers: answersFrom((field) => textFrom(fields[field])),
    source: sourceFrom((field) => textFrom(source[field])),
    revision: numberFrom(delivery.revision) || 1,
    extraAnswers: JSON.parse(textFrom(delivery.unknown) || '{}'),
    suspicion: textFrom(delivery.suspicion),
  }
  const { id: projectId, revision, suspicion } = project
  const sentRevision = numberFrom(delivery.sentRevision)
  const email: Message = {
    ...attemptsFrom(delivery),
    id: newMessageId(),
    channel: 'specialist',
    projectId,
    event: sentRevision === 0 ? 'project.created' : 'project.updated',
    detail: { changed: textFrom(delivery.changed) },
    sentRevision,
    sentAt: timeFrom(delivery.sentAt),
  }
  const event = revision === 1 ? 'project.created' : 'project.updated'
  const unsent = { id: newMessageId(), channel: 'document', projectId, event, detail: {} } as const
  const document = afterSent(createMessage(unsent, email.queuedAt), revision, email.queuedAt)
  // A suspicious project has no email before it is released. A project without a delivery was changed by hand.
  const hasEmail = suspicion === '' && delivery.queuedAt !== undefined
  return { project, messages: hasEmail ? [email, document] : [document] }
}

function messageFrom({ name, fields = {} }: FirestoreDocument): Message {
  const event = webhookEvents.find((one) => one === textFrom(fields.event))
  if (!event) throw new Error(`The document ${name} is not a message`)
  return {
    ...attemptsFrom(fields),
    id: idFrom(name),
    channel: channelOf(WEBHOOK_ID),
    projectId: textFrom(fields.projectId),
    event,
    detail: JSON.parse(textFrom(fields.detail) || '{}'),
    sentRevision: 0,
    sentAt: null,
  }
}

const attemptsFrom = (fields: FirestoreFields) => ({
  queuedAt: timeFrom(fields.queuedAt) ?? new Date(0),
  attempts: numberFrom(fields.attempts),
  nextAttemptAt: timeFrom(fields.nextAttemptAt),
  leaseToken: textFrom(fields.leaseToken) || null,
  deadAt: timeFrom(fields.deadAt),
  lastError: textFrom(fields.lastError),
})

const timeOf = ({ fields }: FirestoreDocument) => timeFrom(fields?.createdAt)?.getTime() ?? 0

const bySequence = (a: FirestoreDocument, b: FirestoreDocument) =>
  numberFrom(a.fields?.sequence) - numberFrom(b.fields?.sequence)

const textFrom = (value: FirestoreValue | undefined) =>
  value && 'stringValue' in value ? value.stringValue : ''

const mapFrom = (value: FirestoreValue | undefined): FirestoreFields =>
  (value && 'mapValue' in value && value.mapValue.fields) || {}

const numberFrom = (value: FirestoreValue | undefined) =>
  value && 'integerValue' in value ? Number(value.integerValue) : 0

const timeFrom = (value: FirestoreValue | undefined) =>
  value && 'timestampValue' in value ? new Date(value.timestampValue) : null
