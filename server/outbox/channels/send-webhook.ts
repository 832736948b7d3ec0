import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Webhook as Signer } from 'standardwebhooks'
import { describeError } from '../../lib/errors.ts'
import type { Failure } from '../message.ts'
import { isPrivateHost, lookupPublic, PrivateAddressError } from './private-addresses.ts'

/** Where the messages of one channel go. */
export interface Webhook {
  readonly address: string
  /** The current secret, and the previous one until it expires. Each signs every request. */
  readonly secrets: readonly string[]
}

export interface WebhookMessage {
  readonly id: string
  /** JSON */
  readonly body: string
}

export interface SendOptions {
  readonly webhookAllowPrivate: boolean
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** `outcome` is text for the desk. `gone`: the receiver responded with 410 and wants no more messages. */
export type WebhookResult = { readonly outcome: string } & (
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed' | 'gone'; readonly failure: Failure }
)

const TIMEOUT_MS = 10_000
/** More than a receiver needs to send. Only the status counts. */
const MAX_BODY_BYTES = 4096

/** Makes one request according to Standard Webhooks. Never rejects. */
export async function sendWebhook(
  message: WebhookMessage,
  webhook: Webhook,
  options: SendOptions,
): Promise<WebhookResult> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  try {
    const response = await post(message, webhook, { ...options, signal })
    await skipBody(response).catch(() => {})
    return resultOf(response)
  } catch (error) {
    const reason = signal.aborted ? 'No answer in time' : describeError(error)
    return failed(reason, { permanent: false })
  }
}

interface PostOptions extends SendOptions {
  readonly signal: AbortSignal
}

/** Does not use `fetch`, which cannot check the address that it connects to. Never follows a redirect. */
function post(
  { id, body }: WebhookMessage,
  { address, secrets }: Webhook,
  { webhookAllowPrivate, signal }: PostOptions,
): Promise<IncomingMessage> {
  const url = new URL(address)
  const now = new Date()
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Kitchen-Guide',
    'webhook-id': id,
    'webhook-timestamp': Math.floor(now.getTime() / 1000),
    'webhook-signature': secrets.map((secret) => new Signer(secret).sign(id, now, body)).join(' '),
  }
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    // Node calls `lookup` only for names, so IP addresses are checked here.
    if (!webhookAllowPrivate && isPrivateHost(url.hostname)) throw new PrivateAddressError()
    const lookup = webhookAllowPrivate ? {} : { lookup: lookupPublic }
    // A new connection each time, because an idle one may close at any moment.
    request(url, { method: 'POST', headers, agent: false, signal, ...lookup }, resolve)
      .on('error', reject)
      .end(body)
  })
}

/** Lets a receiver finish its response, up to a limit. */
async function skipBody(response: IncomingMessage) {
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > MAX_BODY_BYTES) return
  }
}

function resultOf({ statusCode = 0, headers }: IncomingMessage): WebhookResult {
  const outcome = `Answered ${statusCode}`
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent', outcome }
  if (statusCode === 410) return { kind: 'gone', outcome, failure: { reason: outcome, permanent: true } }
  const isRedirect = statusCode >= 300 && statusCode < 400
  const retryAfterMs = retryAfterFrom(headers['retry-after'])
  return failed(isRedirect ? `${outcome}: redirects are not followed` : outcome, {
    permanent: false,
    ...(retryAfterMs > 0 ? { retryAfterMs } : {}),
  })
}

/** Seconds, or a date. */
function retryAfterFrom(value = ''): number {
  const seconds = Number(value)
  const ms = Number.isNaN(seconds) ? Date.parse(value) - Date.now() : seconds * 1000
  return Number.isFinite(ms) ? ms : 0
}

const failed = (outcome: string, failure: Omit<Failure, 'reason'>): WebhookResult => ({
  kind: 'failed',
  outcome,
  failure: { reason: outcome, ...failure },
})
