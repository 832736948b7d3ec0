import { hasCode } from '../lib/errors.ts'
import { MailRefusal, UNCERTAIN_RETRY_MS } from './mailer.ts'

/** How long to wait after "too many requests" if the response has no Retry-After. */
const DEFAULT_RETRY_MS = 1000
const MAX_TEXT_LENGTH = 200
const MAX_READING_MS = 1000
const MAX_REACHING_MS = 8000

/** Calls a mail service over HTTP. Resolves with its response, or rejects with a MailRefusal. */
export async function callMailService(url: URL, request: RequestInit, signal?: AbortSignal): Promise<string> {
  const { ok, status, headers, body } = await fetchResponse(url, request, signal)
  const text = await readBeginning(body)
  if (ok) return `${status} ${text}`
  const redacted = `The email service: ${status}`
  throw new MailRefusal(`${redacted} ${text}`, {
    permanent: isPermanent(status),
    retryAfterMs: retryAfterMs(status, headers),
    redacted,
  })
}

/** Resolves if the service responds with any status. */
export async function reachMailService(url: URL): Promise<void> {
  await fetchResponse(url, { method: 'HEAD' }, AbortSignal.timeout(MAX_REACHING_MS))
}

async function fetchResponse(url: URL, request: RequestInit, signal?: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', signal: signal ?? null, ...request })
  } catch (error) {
    const reason = signal?.aborted ? 'no answer in time' : '0 Network Error'
    throw new MailRefusal(`The email service: ${reason}`, {
      permanent: false,
      retryAfterMs: wasNeverConnected(error) ? undefined : UNCERTAIN_RETRY_MS,
      // The cause names the network error; the message of fetch is always the same.
      cause: Object(error).cause ?? error,
    })
  }
}

/**
 * The beginning of the response's body, or as much as arrives in time. The status alone says whether the service
 * accepted the email, so an interrupted or endless body must not cause a second copy.
 */
async function readBeginning(body: Response['body']): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  const timer = setTimeout(cancel, MAX_READING_MS)
  const decoder = new TextDecoder()
  let text = ''
  try {
    while (text.length < MAX_TEXT_LENGTH) {
      const { done, value } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
  } catch {
    // The connection was interrupted.
  }
  clearTimeout(timer)
  cancel()
  return text.slice(0, MAX_TEXT_LENGTH)
}

/** Redirects and client errors are caused by the settings, except for these two, which pass with time. */
const isPermanent = (status: number) => status !== 429 && status !== 408 && status < 500

/** With 504, a gateway stopped waiting for the service, which may have accepted the email. */
function retryAfterMs(status: number, headers: Headers): number | undefined {
  if (status === 504) return UNCERTAIN_RETRY_MS
  if (status !== 429) return undefined
  const seconds = Number(headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_MS
}

/** True if there was no connection, so the service cannot have the email. */
const wasNeverConnected = (error: unknown) =>
  error instanceof Error && NOT_CONNECTED.some((code) => hasCode(error.cause, code))

const NOT_CONNECTED = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]
