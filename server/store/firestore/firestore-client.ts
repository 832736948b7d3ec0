import { setTimeout as pause } from 'node:timers/promises'
import { type FirestoreDocument, type FirestoreFields, type FirestoreValue, timestamp } from './documents.ts'

export interface FirestoreConfig {
  readonly projectId: string
  readonly emulatorHost: string | null
}

export type Write = (
  | {
      readonly update: { readonly name: string; readonly fields: FirestoreFields }
      /** Other fields of the document stay as they are. */
      readonly updateMask?: { readonly fieldPaths: readonly string[] }
    }
  | { readonly delete: string }
) & {
  /** The whole commit fails unless this holds. */
  readonly currentDocument: { readonly exists: false } | { readonly updateTime: string }
}

export interface Query {
  readonly from: readonly { readonly collectionId: string }[]
  readonly where?: unknown
  readonly orderBy?: readonly unknown[]
  readonly startAt?: {
    readonly values: readonly (FirestoreValue | { referenceValue: string })[]
    readonly before: false
  }
  readonly limit?: number
}

/** An error answer; `status` is Firestore's name for it. */
class FirestoreError extends Error {
  readonly status: string

  constructor(status: string, httpStatus: number) {
    super(`Firestore answered ${httpStatus} ${status}`)
    this.status = status
  }
}

/** The few calls of Firestore's REST API that the driver needs. `onTime` receives the time of each read. */
export function createFirestoreClient(
  { projectId, emulatorHost }: FirestoreConfig,
  onTime: (now: Date) => void,
) {
  const documents = `projects/${projectId}/databases/(default)/documents`
  const origin = emulatorHost ? `http://${emulatorHost}` : 'https://firestore.googleapis.com'
  const getToken = emulatorHost ? async () => 'owner' : googleToken()

  async function call<T>(method: string, body: unknown, signal: AbortSignal): Promise<T> {
    const response = await fetch(`${origin}/v1/${documents}:${method}`, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await getToken()}` },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new FirestoreError(statusIn(await response.text()), response.status)
    // The shape is documented by Firestore; the contract tests run against its emulator.
    return (await response.json()) as T
  }

  async function read<T>(method: string, body: unknown, signal: AbortSignal) {
    const found = await call<(T & { readonly readTime?: string })[]>(method, body, signal)
    const readTime = found.findLast((entry) => entry.readTime)?.readTime
    if (readTime) onTime(new Date(readTime))
    return found
  }

  return {
    nameOf: (collection: string, document: string) => `${documents}/${collection}/${document}`,
    /** In the order of the names; undefined for a document that does not exist. */
    async get(names: readonly string[], signal: AbortSignal) {
      const found = await read<{ found?: FirestoreDocument }>('batchGet', { documents: names }, signal)
      const byName = new Map(found.map((entry) => [entry.found?.name, entry.found]))
      return names.map((name) => byName.get(name))
    },
    commit: (writes: readonly Write[], signal: AbortSignal) => call<unknown>('commit', { writes }, signal),
    async query(structuredQuery: Query, signal: AbortSignal) {
      const found = await read<{ document?: FirestoreDocument }>('runQuery', { structuredQuery }, signal)
      return found.flatMap(({ document }) => (document ? [document] : []))
    },
    async count(structuredQuery: Query, signal: AbortSignal) {
      type Counted = { result?: { aggregateFields?: { n?: { integerValue?: string } } } }
      const query = {
        structuredAggregationQuery: { structuredQuery, aggregations: [{ alias: 'n', count: {} }] },
      }
      const found = await read<Counted>('runAggregationQuery', query, signal)
      return Number(found[0]?.result?.aggregateFields?.n?.integerValue ?? 0)
    },
  }
}

export type FirestoreClient = ReturnType<typeof createFirestoreClient>

/** Another writer changed the same documents first. */
const CONFLICTS = new Set(['ABORTED', 'ALREADY_EXISTS', 'FAILED_PRECONDITION'])

/** Repeats a change that reads and then commits, as long as another writer is faster. */
export async function retryConflicts<T>(signal: AbortSignal, change: () => Promise<T>): Promise<T> {
  while (true) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof FirestoreError && CONFLICTS.has(error.status))) throw error
      await pause(20 + Math.random() * 80, undefined, { signal })
    }
  }
}

// The filters of a query.

/** Before every time; as a lower limit it selects the documents that have the field. */
export const EPOCH = timestamp(new Date(0))

export const where = (fieldPath: string, op: string, value: unknown) => ({
  fieldFilter: { field: { fieldPath }, op, value },
})
export const isNull = (fieldPath: string) => ({ unaryFilter: { op: 'IS_NULL', field: { fieldPath } } })
export const and = (...filters: readonly unknown[]) => ({ compositeFilter: { op: 'AND', filters } })

/** Finds credentials as Google's own libraries do. The library is loaded only when it is needed. */
function googleToken(): () => Promise<string> {
  const auth = import('google-auth-library').then(
    ({ GoogleAuth }) => new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/datastore'] }),
  )
  // The first call reports the error.
  auth.catch(() => {})
  return async () => {
    const token = await (await auth).getAccessToken()
    if (!token) throw new Error('Google returned no access token')
    return token
  }
}

const statusIn = (body: string) => /"status":\s*"([A-Z_]+)"/.exec(body)?.[1] ?? 'UNKNOWN'
