import { UNATTENDED } from '../../desk/api.ts'
import { isUnattended } from './attention.ts'

/** Why a call came to nothing. `told` is what the server said of it. */
export type Problem =
  | { readonly kind: 'signed out' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not found' }
  | { readonly kind: 'conflict'; readonly told: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly told: unknown }
  | { readonly kind: 'failed' }

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

const PROBLEM = 'application/problem+json'
const LONGEST_WAIT_MS = 20_000

interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  readonly body?: unknown
}

/** Asks the desk's server. The contract, desk/api.ts, says what each path answers; nothing is thrown. */
export async function callApi<T>(path: string, { method = 'GET', body }: Call = {}): Promise<Answer<T>> {
  try {
    const response = await fetch(`/api/desk/${path}`, {
      method,
      headers: {
        ...(isUnattended() && { [UNATTENDED]: '1' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    })
    const told = await toldBy(response)
    return response.ok
      ? // The server keeps the contract: its tests see to it.
        { ok: true, value: told as T }
      : { ok: false, problem: problemOf(response, told) }
  } catch {
    return { ok: false, problem: { kind: 'offline' } }
  }
}

async function toldBy(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function problemOf({ status, headers }: Response, told: unknown): Problem {
  if (status === 401) return { kind: 'signed out' }
  // A proxy answers the same while no server is up, but not as ours does.
  if (status === 404)
    return { kind: headers.get('content-type')?.startsWith(PROBLEM) ? 'not found' : 'failed' }
  if (status === 409) return { kind: 'conflict', told }
  return status < 500 || status === 501 ? { kind: 'refused', status, told } : { kind: 'failed' }
}
