import { MUST_ADD_PASSKEY, MUST_CONFIRM, OWNERS_ONLY, UNATTENDED } from '../../../desk/api.ts'
import { type ApiResult, type CallFailure, problemIn, type Shape } from './api-result.ts'

const PROBLEM_TYPE = 'application/problem+json'
const TIMEOUT_MS = 20_000
const IDLE_MS = 5 * 60_000

interface Call<T> {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: unknown
  /** The shape of a response that is read. */
  readonly shape?: Shape<T>
}

/** Calls the desk's API. desk/api.ts says what each path returns. Never throws. */
export async function callApi<T>(
  path: string,
  { method = 'GET', body, shape = (_body): _body is T => true }: Call<T> = {},
): Promise<ApiResult<T>> {
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
    if (!response.ok) return { ok: false, problem: problemOf(response, content) }
    // A proxy may answer 200 too, with a page of its own.
    const isOurs = response.status === 204 || typeOf(response).startsWith('application/json')
    return isOurs && shape(content)
      ? { ok: true, value: content }
      : { ok: false, problem: { kind: 'failed' } }
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

const typeOf = ({ headers }: Response) => headers.get('content-type') ?? ''

function problemOf(response: Response, body: unknown): CallFailure {
  const { status } = response

  // The session of a person who must add a passkey opens nothing else: DeskPage loads it again and says so.
  if (status === 401 || (status === 403 && problemIn(body) === MUST_ADD_PASSKEY))
    return { kind: 'signed out' }
  // A proxy also answers 404 while no server is up, but not with this content type.
  if (status === 404) return { kind: typeOf(response).startsWith(PROBLEM_TYPE) ? 'not found' : 'failed' }
  if (status === 403 && problemIn(body) === OWNERS_ONLY) return { kind: 'owners only' }
  if (status === 403 && problemIn(body) === MUST_CONFIRM) return { kind: 'not confirmed' }
  if (status === 409) return { kind: 'conflict', body }
  return status < 500 || status === 501 ? { kind: 'refused', status, body } : { kind: 'failed' }
}

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
