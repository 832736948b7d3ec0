import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { type Channel, type Channels, type Failed, kindOf, type Outcome } from './channel.ts'
import { ATTEMPT_MS, type ClaimedMessage, LEASE_MS } from './message.ts'
import type { Queue } from './queue.ts'

export interface SendServices {
  readonly queue: Queue
  readonly channels: Channels
  readonly alerts: Alerts
  readonly log: Log
  readonly metrics: Metrics
}

/** How long a channel may take to report its outcome after the attempt is aborted. */
const ABORT_MS = 1000
const RETRY_PAUSE_MS = 250

/** Sends one claimed message and records the outcome. `lost`: another server has claimed it since. */
export async function sendMessage(
  claimed: ClaimedMessage,
  { queue, channels, log, metrics }: SendServices,
): Promise<'sent' | 'failed' | 'lost'> {
  const startedAt = performance.now()
  const leaseEndsAt = claimed.claimedAt + LEASE_MS
  const kind = kindOf(claimed.message.channel)
  const channel = channels[kind]
  const result = await attempt(claimed, channel)

  // A message is sent again if its outcome is not recorded.
  const record = () => (result.kind === 'failed' ? markFailed(result) : queue.markSent(claimed))
  const isRecorded = await retryUntil(leaseEndsAt, record)
  const recorded = result.kind === 'failed' ? 'failed' : 'sent'
  const outcome = isRecorded ? recorded : 'lost'
  if (result.kind !== 'dropped') metrics.count('message_attempts_total', { channel: kind, outcome })
  if (kind === 'specialist') {
    // These metrics are older than the channels, so their names stay.
    metrics.count('delivery_attempts_total', { outcome })
    metrics.observe('delivery_seconds', (performance.now() - startedAt) / 1000)
  }
  return outcome

  async function markFailed({ failure, loggedReason }: Failed): Promise<boolean> {
    const failed = await queue.markFailed(claimed, failure)
    if (!failed) return false
    const { attempts, deadAt, event } = failed
    const { reason, permanent } = failure
    const what = channel?.what ?? 'A message'
    log.warn({ reason: loggedReason ?? reason, permanent, event, attempts }, `${what} was not sent`)
    if (deadAt && !claimed.message.deadAt)
      log.error(`${what} was not sent after the last attempt: npm run messages`)
    return true
  }
}

async function attempt(claimed: ClaimedMessage, channel: Channel | null): Promise<Outcome> {
  if (!channel)
    return {
      kind: 'failed',
      failure: { reason: 'This channel is no longer in the settings', permanent: true },
    }
  const leftMs = claimed.claimedAt + ATTEMPT_MS - performance.now()
  // The server was frozen since the claim, and another one may be sending the message.
  if (leftMs <= ABORT_MS)
    return { kind: 'failed', failure: { reason: 'The claim took too long', permanent: false } }
  // AbortSignal.timeout would keep its timer after the message is sent.
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), leftMs - ABORT_MS)
  try {
    return await withDeadline(channel.send(claimed, controller.signal), leftMs, channel.what)
  } catch (error) {
    return { kind: 'failed', failure: { reason: describeError(error), permanent: false } }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Retries until `end`, a time of `performance.now()`, but at least once, because a frozen server may wake up with a broken
 * connection.
 */
async function retryUntil<T>(end: number, work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      if (attempts > 1 && performance.now() > end) throw error
      await pause(RETRY_PAUSE_MS)
    }
  }
}
