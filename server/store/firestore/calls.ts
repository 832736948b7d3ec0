import type { FirestoreDocument, FirestoreFields, FirestoreValue } from './values.ts'

export interface FirestorePlace {
  readonly projectId: string
  readonly emulatorHost: string | null
}

export interface Write {
  readonly update: { readonly name: string; readonly fields: FirestoreFields }
  /** Fields that are not named here are kept. */
  readonly updateMask?: { readonly fieldPaths: readonly string[] }
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

/** Firestore said no; `status` is its own word for why. */
export class FirestoreRefusal extends Error {
  readonly status: string

  constructor(status: string, httpStatus: number) {
    super(`Firestore answered ${httpStatus} ${status}`)
    this.status = status
  }
}

/** The few calls of Firestore's REST interface that are needed. What it reads, it tells the time of: `onTime`. */
export function firestoreCalls({ projectId, emulatorHost }: FirestorePlace, onTime: (now: Date) => void) {
  const documents = `projects/${projectId}/databases/(default)/documents`
  const origin = emulatorHost ? `http://${emulatorHost}` : 'https://firestore.googleapis.com'
  const token = emulatorHost ? async () => 'owner' : googleToken()

  async function call<T>(method: string, body: unknown, signal: AbortSignal): Promise<T> {
    const answer = await fetch(`${origin}/v1/${documents}:${method}`, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new FirestoreRefusal(statusIn(await answer.text()), answer.status)
    // The shape is Firestore's published one; the contract tests run against its emulator.
    return (await answer.json()) as T
  }

  async function read<T>(method: string, body: unknown, signal: AbortSignal) {
    const found = await call<(T & { readonly readTime?: string })[]>(method, body, signal)
    const readTime = found.findLast((one) => one.readTime)?.readTime
    if (readTime) onTime(new Date(readTime))
    return found
  }

  return {
    nameOf: (collection: string, document: string) => `${documents}/${collection}/${document}`,
    async get(names: readonly string[], signal: AbortSignal) {
      const found = await read<{ found?: FirestoreDocument }>('batchGet', { documents: names }, signal)
      const byName = new Map(found.map((one) => [one.found?.name, one.found]))
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

/** Credentials the way Google's own libraries find them; the library is loaded only when they are needed. */
function googleToken(): () => Promise<string> {
  const auth = import('google-auth-library').then(
    ({ GoogleAuth }) => new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/datastore'] }),
  )
  // Whoever asks for a token hears of the failure.
  auth.catch(() => {})
  return async () => {
    const token = await (await auth).getAccessToken()
    if (!token) throw new Error('Google gave no access token')
    return token
  }
}

const statusIn = (body: string) => /"status":\s*"([A-Z_]+)"/.exec(body)?.[1] ?? 'UNKNOWN'
