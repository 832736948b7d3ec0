import type { FirestoreConfig } from '../../config/firestore.ts'

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

interface Page {
  /** The name of the previous page's last document. */
  readonly after?: string | undefined
  readonly limit: number
  /** All fields if omitted. */
  readonly fields?: readonly string[] | undefined
}

/** An error response. `status` is Firestore's name for it. */
export class FirestoreError extends Error {
  readonly status: string

  constructor(status: string, httpStatus: number) {
    super(`Firestore responded with ${httpStatus} ${status}`)
    this.status = status
  }
}

/** The calls of Firestore's REST API that the product needs. */
export function createFirestoreClient({ projectId, emulatorHost }: FirestoreConfig) {
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
    // Firestore documents the type, and the tests run against its emulator.
    return (await response.json()) as T
  }

  /** Returns documents in the order of the names, and undefined for those that do not exist. */
  async function getAll(names: readonly string[], signal: AbortSignal) {
    const found = await call<{ found?: FirestoreDocument }[]>('batchGet', { documents: names }, signal)
    const byName = new Map(found.map((entry) => [entry.found?.name, entry.found]))
    return names.map((name) => byName.get(name))
  }

  return {
    nameOf: (collection: string, document: string) => `${documents}/${collection}/${document}`,
    getAll,
    /** Returns undefined if the document does not exist. */
    get: async (name: string, signal: AbortSignal) => (await getAll([name], signal))[0],
    /** A write fails unless its `currentDocument` is true. Fields that its `updateMask` omits stay as they are. */
    commit: (write: object, signal: AbortSignal) => call<unknown>('commit', { writes: [write] }, signal),
    /** Lists the documents of a collection in the order of their names. */
    async list(collectionId: string, { after, limit, fields }: Page, signal: AbortSignal) {
      const structuredQuery = {
        from: [{ collectionId }],
        orderBy: [{ field: { fieldPath: '__name__' } }],
        limit,
        ...(after === undefined ? {} : { startAt: { values: [{ referenceValue: after }], before: false } }),
        ...(fields ? { select: { fields: fields.map((fieldPath) => ({ fieldPath })) } } : {}),
      }
      const found = await call<{ document?: FirestoreDocument }[]>('runQuery', { structuredQuery }, signal)
      return found.flatMap(({ document }) => (document ? [document] : []))
    },
  }
}

export type FirestoreClient = ReturnType<typeof createFirestoreClient>

/** Firestore reserves names such as `__x__`, and a random id may look like that. */
export const documentName = (id: string) => (/^__.*__$/.test(id) ? `${id}.` : id)

export const idFrom = (name: string) => (name.split('/').at(-1) ?? '').replace(/\.$/, '')

/** Finds credentials in the same way as Google's own libraries. The library is loaded only when it is needed. */
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
