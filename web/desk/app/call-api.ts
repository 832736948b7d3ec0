import { MUST_ADD_PASSKEY, MUST_CONFIRM, OWNERS_ONLY, UNATTENDED } from '../../../desk/api.ts'

/** Why a call failed. `body` is the server's response. */
export type CallFailure =
  | { readonly kind: 'signed out' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not found' }
  | { readonly kind: 'owners only' }
  | { readonly kind: 'not confirmed' }
  | { readonly kind: 'conflict'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'failed' }

export type ApiResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: CallFailure }

const PROBLEM_TYPE = 'application/problem+json'
const TIMEOUT_MS = 20_000
const IDLE_MS = 5 * 60_000

interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: unknown
}

/** Calls the desk's API. desk/api.ts says what each path returns. Never throws. */
export async function callApi<T>(path: string, { method = 'GET', body }: Call = {}): Promise<ApiResult<T>> {
  try {
    const response = await fetch(`/api/desk/${path}`, {
      method,
      headers: {
        ...(isUserIdle() && { [UNATTENDED]: '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const content = await readBody(response)
    return response.ok
      ? // Server tests hold the contract.
        { ok: true, value: content as T }
      : { ok: false, problem: problemOf(response, content) }
  } catch {
    return { ok: false, problem: { kind: 'offline' } }
  }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function problemOf({ status, headers }: Response, body: unknown): CallFailure {
  // The session of a person who must add a passkey opens nothing else: DeskPage loads it again and says so.
  if (status === 401 || (status === 403 && problemIn(body) === MUST_ADD_PASSKEY))
    return { kind: 'signed out' }
  // A proxy also answers 404 while no server is up, but not with this content type.
  if (status === 404)
    return { kind: headers.get('content-type')?.startsWith(PROBLEM_TYPE) ? 'not found' : 'failed' }
  if (status === 403 && problemIn(body) === OWNERS_ONLY) return { kind: 'owners only' }
  if (status === 403 && problemIn(body) === MUST_CONFIRM) return { kind: 'not confirmed' }
  if (status === 409) return { kind: 'conflict', body }
  return status < 500 || status === 501 ? { kind: 'refused', status, body } : { kind: 'failed' }
}

/** What a problem of our own server names as the reason. */
export const problemIn = (body: unknown) =>
  typeof body === 'object' && body !== null && 'problem' in body ? body.problem : undefined

// Date.now(), because performance.now() stands still while most computers sleep.
let lastActiveAt = Date.now()
for (const event of ['pointerdown', 'keydown', 'wheel'])
  addEventListener(
    event,
    () => {
      lastActiveAt = Date.now()
    },
    { capture: true, passive: true },
  )

/** Requests that an idle page makes by itself do not prolong the session. */
const isUserIdle = () => Date.now() - lastActiveAt > IDLE_MS
