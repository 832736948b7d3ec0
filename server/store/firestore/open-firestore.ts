import { fieldNames } from '../../../questionnaire/fields.ts'
import { withDeadline } from '../../lib/deadline.ts'
import { STUCK_MS } from '../delivery.ts'
import { type Write as Change, type Clock, type Decide, type Driver, STORE_DEADLINE_MS } from '../driver.ts'
import { eventOf } from '../event-of.ts'
import {
  answersFields,
  deliveryFields,
  deliveryFrom,
  documentName,
  type FirestoreDocument,
  projectFrom,
  sourceField,
  timestamp,
} from './documents.ts'
import {
  and,
  createFirestoreClient,
  EPOCH,
  type FirestoreConfig,
  isNull,
  type Query,
  retryConflicts,
  type Write,
  where,
} from './firestore-client.ts'
import { createFirestoreOutbox } from './firestore-outbox.ts'

const PAGE_SIZE = 300
const deliveries = (filter: unknown): Query => ({ from: [{ collectionId: 'deliveries' }], where: filter })
const IS_SUSPICIOUS = where('suspicion', 'GREATER_THAN', { stringValue: '' })
const IS_WAITING = [isNull('sentAt'), isNull('deadAt')]

interface FirestoreOptions {
  /** The channels that messages are queued for. */
  readonly channels?: readonly string[]
  /** For tests. */
  readonly clock?: Clock
}

/** Stores projects in the collections `projects`, `deliveries` and `outbox`, in one commit per change. */
export function openFirestore(
  config: FirestoreConfig,
  { channels = [], clock }: FirestoreOptions = {},
): Driver {
  // Firestore's clock: the time of its last answer, plus the time passed since by a clock that cannot be set.
  let last = { time: Date.now(), at: performance.now() }
  const now = () => clock?.() ?? new Date(last.time + performance.now() - last.at)
  const client = createFirestoreClient(config, (time) => {
    last = { time: time.getTime(), at: performance.now() }
  })
  const call = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    withDeadline(work(AbortSignal.timeout(STORE_DEADLINE_MS)), STORE_DEADLINE_MS, 'Firestore')

  /** Commits on the condition that the documents have not changed since they were read; otherwise starts over. */
  async function change<T>(id: string, decide: Decide<T>, signal: AbortSignal): Promise<T> {
    const names = ['projects', 'deliveries'].map((collection) => client.nameOf(collection, documentName(id)))
    return retryConflicts(signal, async () => {
      const documents = await client.get(names, signal)
      const [project, delivery] = documents
      const stored =
        project && delivery ? { project: projectFrom(project), delivery: deliveryFrom(delivery) } : null
      const { result, write } = decide({ stored, isErased: false, now: now() })
      if (!write) return result
      const event = eventOf(stored, write)
      const messages = event ? outbox.writesFor(event, write.delivery) : []
      await client.commit([...writesFor(names, documents, write), ...messages], signal)
      return result
    })
  }

  /** Reads page by page, each page after the last document of the one before. */
  async function* readAll(query: Query, fieldPath: string): AsyncGenerator<FirestoreDocument> {
    let last: FirestoreDocument | undefined
    while (true) {
      const startAt = last && {
        values: [last.fields?.[fieldPath] ?? EPOCH, { referenceValue: last.name }],
        before: false as const,
      }
      const orderBy = [{ field: { fieldPath } }, { field: { fieldPath: '__name__' } }]
      const page = await call((signal) =>
        client.query({ ...query, orderBy, limit: PAGE_SIZE, ...(startAt ? { startAt } : {}) }, signal),
      )
      yield* page
      last = page.at(-1)
      if (page.length < PAGE_SIZE) return
    }
  }

  const outbox = createFirestoreOutbox({ client, channels, now, call, readAll })

  return {
    sql: null,
    outbox: outbox.driver,
    change: (id, decide) => call((signal) => change(id, decide, signal)),
    async due(limit) {
      const query = deliveries(where('nextAttemptAt', 'LESS_THAN_OR_EQUAL', timestamp(now())))
      const orderBy = [{ field: { fieldPath: 'nextAttemptAt' } }]
      const found = await call((signal) => client.query({ ...query, orderBy, limit }, signal))
      return found.map((document) => deliveryFrom(document).projectId)
    },
    async *projects(since) {
      const query = {
        from: [{ collectionId: 'projects' }],
        where: where('createdAt', 'GREATER_THAN_OR_EQUAL', since ? timestamp(since) : EPOCH),
      }
      for await (const document of readAll(query, 'createdAt')) yield projectFrom(document)
    },
    async *unsent() {
      for (const fieldPath of ['nextAttemptAt', 'deadAt']) {
        const query = deliveries(where(fieldPath, 'GREATER_THAN_OR_EQUAL', EPOCH))
        for await (const document of readAll(query, fieldPath)) {
          const delivery = deliveryFrom(document)
          // A dead delivery that a visitor is retrying has both times.
          if (fieldPath === 'deadAt' || !delivery.deadAt) yield delivery
        }
      }
    },
    async *suspicious() {
      for await (const document of readAll(deliveries(IS_SUSPICIOUS), 'suspicion'))
        yield deliveryFrom(document)
    },
    countSuspicious: () => call((signal) => client.count(deliveries(IS_SUSPICIOUS), signal)),
    async counts() {
      const stuckBefore = timestamp(new Date(now().getTime() - STUCK_MS))
      const [due = 0, stuck = 0, dead = 0] = await call((signal) =>
        Promise.all([
          client.count(deliveries(and(...IS_WAITING)), signal),
          client.count(deliveries(and(...IS_WAITING, where('queuedAt', 'LESS_THAN', stuckBefore))), signal),
          client.count(deliveries(where('deadAt', 'GREATER_THAN_OR_EQUAL', EPOCH)), signal),
        ]),
      )
      return { due, stuck, dead }
    },
    check: () =>
      call(async (signal) => void (await client.get([client.nameOf('deliveries', 'check')], signal))),
    async close() {},
  }
}

function writesFor(
  [projectName = '', deliveryName = '']: readonly string[],
  [storedProject, storedDelivery]: readonly (FirestoreDocument | undefined)[],
  { project, delivery }: Change,
): readonly Write[] {
  const deliveryWrite = {
    update: { name: deliveryName, fields: deliveryFields(delivery) },
    currentDocument: unchanged(storedDelivery),
  }
  if (!project) return [deliveryWrite]
  const fields = answersFields(project.answers)
  const onceFields = { createdAt: timestamp(project.createdAt), source: sourceField(project.source) }
  const projectWrite = storedProject
    ? { update: { name: projectName, fields }, updateMask: { fieldPaths: fieldNames } }
    : { update: { name: projectName, fields: { ...fields, ...onceFields } } }
  return [{ ...projectWrite, currentDocument: unchanged(storedProject) }, deliveryWrite]
}

const unchanged = (document: FirestoreDocument | undefined) =>
  document ? { updateTime: document.updateTime } : { exists: false as const }
