import { type Delivery, STUCK_MS } from '../delivery.ts'
import { type Message, type MessageEvent, newMessageId, type OutboxDriver } from '../outbox.ts'
import {
  documentName,
  type FirestoreDocument,
  messageFields,
  messageFrom,
  projectFrom,
  sequenceOf,
  timestamp,
} from './documents.ts'
import {
  and,
  EPOCH,
  type FirestoreClient,
  isNull,
  type Query,
  retryConflicts,
  type Write,
  where,
} from './firestore-client.ts'

interface FirestoreOutbox {
  readonly driver: OutboxDriver
  /** The writes that queue a message for each channel. */
  writesFor(event: MessageEvent, delivery: Delivery): readonly Write[]
}

interface OutboxOptions {
  readonly client: FirestoreClient
  readonly channels: readonly string[]
  readonly now: () => Date
  readonly call: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  readonly readAll: (query: Query, fieldPath: string) => AsyncIterable<FirestoreDocument>
}

const messages = (filter: unknown): Query => ({ from: [{ collectionId: 'outbox' }], where: filter })

/** Messages in the collection `outbox`. */
export function createFirestoreOutbox(options: OutboxOptions): FirestoreOutbox {
  const { client, channels, now, call, readAll } = options

  async function findDocument(id: string, signal: AbortSignal) {
    const [document] = await client.get([client.nameOf('outbox', id)], signal)
    return document
  }

  async function findDue(channel: string, limit: number): Promise<readonly Message[]> {
    const filter = and(
      where('channel', 'EQUAL', { stringValue: channel }),
      where('nextAttemptAt', 'LESS_THAN_OR_EQUAL', timestamp(now())),
    )
    const orderBy = [{ field: { fieldPath: 'nextAttemptAt' } }]
    const found = await call((signal) => client.query({ ...messages(filter), orderBy, limit }, signal))
    return found.map(messageFrom)
  }

  /** Earlier messages were committed before this one, so reading them outside of its transaction is safe. */
  async function findEarlier(
    { channel, projectId }: Message,
    document: FirestoreDocument,
    signal: AbortSignal,
  ) {
    const filters = [
      where('projectId', 'EQUAL', { stringValue: projectId }),
      where('channel', 'EQUAL', { stringValue: channel }),
    ]
    const found = await client.query(messages(and(...filters)), signal)
    const earlier = found
      .filter((other) => sequenceOf(other) < sequenceOf(document))
      .toSorted((a, b) => sequenceOf(a) - sequenceOf(b))
      .map(messageFrom)
    return earlier.find(({ nextAttemptAt }) => nextAttemptAt !== null) ?? null
  }

  return {
    // The revisions of the delivery number the messages about a project in their order.
    writesFor: (event, { projectId, revision }) =>
      channels.map((channel) => {
        const id = newMessageId()
        const message = createMessage({ id, channel, projectId, event }, now())
        return {
          update: { name: client.nameOf('outbox', id), fields: messageFields(message, revision) },
          currentDocument: { exists: false },
        }
      }),
    driver: {
      async dueChannels() {
        const found = await Promise.all(channels.map((channel) => findDue(channel, 1)))
        return channels.filter((_, index) => found[index]?.length)
      },
      due: findDue,
      async find(id) {
        const document = await call((signal) => findDocument(id, signal))
        return document ? messageFrom(document) : null
      },
      change: (message, decide) =>
        call((signal) =>
          retryConflicts(signal, async () => {
            const names = [
              client.nameOf('outbox', message.id),
              client.nameOf('projects', documentName(message.projectId)),
            ]
            const [document, project] = await client.get(names, signal)
            const { result, write } = decide({
              message: document ? messageFrom(document) : null,
              earlier: document ? await findEarlier(message, document, signal) : null,
              project: project ? projectFrom(project) : null,
              now: now(),
            })
            if (!write || !document) return result
            const currentDocument = { updateTime: document.updateTime }
            const fields = write === 'delete' ? null : messageFields(write, sequenceOf(document))
            const change = fields
              ? { update: { name: document.name, fields }, currentDocument }
              : { delete: document.name, currentDocument }
            await client.commit([change], signal)
            return result
          }),
        ),
      async *unsent() {
        const query = messages(where('queuedAt', 'GREATER_THAN_OR_EQUAL', EPOCH))
        for await (const document of readAll(query, 'queuedAt')) yield messageFrom(document)
      },
      async counts() {
        // Without a webhook the indexes of these queries need not be deployed.
        if (channels.length === 0) return { due: 0, stuck: 0, dead: 0 }
        const stuckBefore = timestamp(new Date(now().getTime() - STUCK_MS))
        const isWaiting = isNull('deadAt')
        const [due = 0, stuck = 0, dead = 0] = await call((signal) =>
          Promise.all([
            client.count(messages(isWaiting), signal),
            client.count(messages(and(isWaiting, where('queuedAt', 'LESS_THAN', stuckBefore))), signal),
            client.count(messages(where('deadAt', 'GREATER_THAN_OR_EQUAL', EPOCH)), signal),
          ]),
        )
        return { due, stuck, dead }
      },
    },
  }
}

type NewMessage = Pick<Message, 'id' | 'channel' | 'projectId' | 'event'>

const createMessage = (message: NewMessage, now: Date): Message => ({
  ...message,
  detailJson: '{}',
  queuedAt: now,
  attempts: 0,
  nextAttemptAt: now,
  leaseToken: null,
  deadAt: null,
  lastError: '',
})
