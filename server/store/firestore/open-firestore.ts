import { setTimeout as pause } from 'node:timers/promises'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { STORE_DEADLINE_MS, withDeadline } from '../../lib/deadline.ts'
import { databaseTime } from '../database-time.ts'
import { type Delivery, STUCK_MS } from '../delivery.ts'
import type { Clock, Decide, DecideDelivery, Decision, Driver } from '../driver.ts'
import { type FirestorePlace, FirestoreRefusal, firestoreCalls, type Query, type Write } from './calls.ts'
import {
  answersFields,
  deliveryFields,
  deliveryFrom,
  documentName,
  type FirestoreDocument,
  projectFrom,
  time,
} from './values.ts'

const PAGE = 300
/** Somebody else wrote the same documents first. */
const CONFLICTS = new Set(['ABORTED', 'ALREADY_EXISTS', 'FAILED_PRECONDITION'])
const EVER = time(new Date(0))

const where = (fieldPath: string, op: string, value: unknown) => ({
  fieldFilter: { field: { fieldPath }, op, value },
})
const isNull = (fieldPath: string) => ({ unaryFilter: { op: 'IS_NULL', field: { fieldPath } } })
const all = (...filters: readonly unknown[]) => ({ compositeFilter: { op: 'AND', filters } })
const deliveries = (filter: unknown): Query => ({ from: [{ collectionId: 'deliveries' }], where: filter })
const WAITING = [isNull('sentAt'), isNull('deadAt')]

/** Documents in `projects` and `deliveries`, written together or not at all. */
export function openFirestore(place: FirestorePlace, clock?: Clock): Driver {
  const { now, told } = databaseTime(clock)
  const calls = firestoreCalls(place, told)
  const ask = <T>(work: (signal: AbortSignal) => Promise<T>) =>
    withDeadline(work(AbortSignal.timeout(STORE_DEADLINE_MS)), STORE_DEADLINE_MS, 'Firestore')

  /** Reads, decides and writes on condition that nothing has changed since; otherwise once more. */
  async function changeDocuments<T>(
    names: readonly string[],
    decide: (documents: Documents, now: Date) => { result: T; writes: readonly Write[] },
    signal: AbortSignal,
  ): Promise<T> {
    while (true) {
      const { result, writes } = decide(await calls.get(names, signal), now())
      if (writes.length === 0) return result
      try {
        await calls.commit(writes, signal)
        return result
      } catch (error) {
        if (!(error instanceof FirestoreRefusal && CONFLICTS.has(error.status))) throw error
        await pause(20 + Math.random() * 80, undefined, { signal })
      }
    }
  }

  const nameOf = (collection: string, id: string) => calls.nameOf(collection, documentName(id))

  function change<T>(id: string, decide: Decide<T>, signal: AbortSignal): Promise<T> {
    const names = [nameOf('projects', id), nameOf('deliveries', id)]
    const decideDocuments = (documents: Documents, at: Date) => {
      const [project, delivery] = documents
      const kept =
        project && delivery ? { project: projectFrom(project), delivery: deliveryFrom(delivery) } : null
      const { result, write } = decide(kept, at, false)
      return { result, writes: write ? writesFor(names, documents, write, at) : [] }
    }
    return changeDocuments(names, decideDocuments, signal)
  }

  function changeDelivery<T>(id: string, decide: DecideDelivery<T>, signal: AbortSignal): Promise<T> {
    const name = nameOf('deliveries', id)
    const decideDocument = ([document]: Documents, at: Date) => {
      const { result, write } = decide(document ? deliveryFrom(document) : null, at)
      return { result, writes: write ? [deliveryWrite(name, document, write)] : [] }
    }
    return changeDocuments([name], decideDocument, signal)
  }

  /** A page at a time, each after the last document of the one before. */
  async function* pages(query: Query, fieldPath: string): AsyncGenerator<FirestoreDocument> {
    let last: FirestoreDocument | undefined
    while (true) {
      const startAt = last && {
        values: [last.fields?.[fieldPath] ?? EVER, { referenceValue: last.name }],
        before: false as const,
      }
      const orderBy = [{ field: { fieldPath } }, { field: { fieldPath: '__name__' } }]
      const page = await ask((signal) =>
        calls.query({ ...query, orderBy, limit: PAGE, ...(startAt ? { startAt } : {}) }, signal),
      )
      yield* page
      last = page.at(-1)
      if (page.length < PAGE) return
    }
  }

  return {
    sql: null,
    change: (id, decide) => ask((signal) => change(id, decide, signal)),
    changeDelivery: (id, decide) => ask((signal) => changeDelivery(id, decide, signal)),
    async due(limit) {
      const query = deliveries(where('nextAttemptAt', 'LESS_THAN_OR_EQUAL', time(now())))
      const orderBy = [{ field: { fieldPath: 'nextAttemptAt' } }]
      const found = await ask((signal) => calls.query({ ...query, orderBy, limit }, signal))
      return found.map((document) => deliveryFrom(document).projectId)
    },
    async *projects(since) {
      const query = {
        from: [{ collectionId: 'projects' }],
        where: where('createdAt', 'GREATER_THAN_OR_EQUAL', since ? time(since) : EVER),
      }
      for await (const document of pages(query, 'createdAt')) yield projectFrom(document)
    },
    async *unsent() {
      for (const fieldPath of ['nextAttemptAt', 'deadAt']) {
        for await (const document of pages(
          deliveries(where(fieldPath, 'GREATER_THAN_OR_EQUAL', EVER)),
          fieldPath,
        )) {
          const delivery = deliveryFrom(document)
          // A dead one that somebody tries once more has both times.
          if (fieldPath === 'deadAt' || !delivery.deadAt) yield delivery
        }
      }
    },
    async counts() {
      const longAgo = time(new Date(now().getTime() - STUCK_MS))
      const [due = 0, stuck = 0, dead = 0] = await ask((signal) =>
        Promise.all([
          calls.count(deliveries(all(...WAITING)), signal),
          calls.count(deliveries(all(...WAITING, where('queuedAt', 'LESS_THAN', longAgo))), signal),
          calls.count(deliveries(where('deadAt', 'GREATER_THAN_OR_EQUAL', EVER)), signal),
        ]),
      )
      return { due, stuck, dead }
    },
    check: () => ask(async (signal) => void (await calls.get([calls.nameOf('deliveries', 'check')], signal))),
    async close() {},
  }
}

/** As they were asked for; one that is not there is undefined. */
type Documents = readonly (FirestoreDocument | undefined)[]

const unchanged = (document: FirestoreDocument | undefined) =>
  document ? { updateTime: document.updateTime } : { exists: false as const }

const deliveryWrite = (name: string, document: FirestoreDocument | undefined, delivery: Delivery): Write => ({
  update: { name, fields: deliveryFields(delivery) },
  currentDocument: unchanged(document),
})

function writesFor(
  [projectName = '', deliveryName = '']: readonly string[],
  [project, delivery]: Documents,
  write: NonNullable<Decision<unknown>['write']>,
  now: Date,
): readonly Write[] {
  const withDelivery = deliveryWrite(deliveryName, delivery, write.delivery)
  if (!write.answers) return [withDelivery]
  const fields = answersFields(write.answers)
  const projectWrite = project
    ? { update: { name: projectName, fields }, updateMask: { fieldPaths: fieldNames } }
    : { update: { name: projectName, fields: { ...fields, createdAt: time(now) } } }
  return [{ ...projectWrite, currentDocument: unchanged(project) }, withDelivery]
}
