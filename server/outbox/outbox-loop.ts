import { describeError } from '../lib/errors.ts'
import { retryUntil } from '../lib/retry-until.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import { LEASE_MS } from '../store/delivery.ts'
import type { ClaimedMessage } from '../store/outbox.ts'
import { COPY_CHANNEL, type CopyServices, sendCopies } from './homeowner-copy.ts'
import { recordOutcome } from './record-outcome.ts'
import { type SendOptions, sendWebhook } from './send-webhook.ts'
import type { Webhook, WebhookAttempt, Webhooks } from './webhook.ts'
import { webhookBody } from './webhook-body.ts'

export interface OutboxServices extends SendOptions, CopyServices {
  readonly webhooks: Webhooks
  readonly alerts: Alerts
}

const PAUSE_MS = 1000
const MAX_IDLE_PAUSE_MS = 5000
const MAX_FAILURE_PAUSE_MS = 60_000
/** For each webhook. */
const CONCURRENCY = 4

/**
 * Sends the messages that are due, until stopped. Each channel has its own sends, so a slow receiver delays no other
 * one. `stop` resolves once the sends in progress have ended.
 */
export function startOutboxLoop(services: OutboxServices): { stop(): Promise<void> } {
  const { store, log } = services
  const sending = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let polling = Promise.resolve()
  let isStopped = false
  let pauseMs = PAUSE_MS

  async function poll() {
    try {
      const channels = await store.outbox.dueChannels()
      for (const channel of channels) if (!sending.has(channel)) begin(channel)
      pauseMs = channels.length > 0 ? PAUSE_MS : Math.min(pauseMs * 1.5, MAX_IDLE_PAUSE_MS)
    } catch (error) {
      pauseMs = Math.min(pauseMs * 1.5, MAX_FAILURE_PAUSE_MS)
      log.warn({ reason: describeError(error) }, 'The outbox could not be read')
    }
    if (!isStopped) schedule()
  }

  function begin(channel: string) {
    const work = sendAllDue(channel)
      .catch((error: unknown) => log.warn({ reason: describeError(error) }, 'The outbox failed'))
      .finally(() => sending.delete(channel))
    sending.set(channel, work)
  }

  async function sendAllDue(channel: string) {
    while (!isStopped && (await sendBatch(channel, services))) {}
  }

  function schedule() {
    timer = setTimeout(() => {
      polling = poll()
    }, pauseMs)
  }

  schedule()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await polling
      await Promise.all(sending.values())
    },
  }
}

/** Sends a few messages of one channel; returns whether there may be more. */
async function sendBatch(channel: string, services: OutboxServices): Promise<boolean> {
  if (channel === COPY_CHANNEL) return sendCopies(services)
  const { store, webhooks, alerts } = services
  const webhook = await webhooks.find(channel)
  if (!webhook) return false
  const claimed = await store.outbox.claimDue(channel, CONCURRENCY)
  if (claimed.length === 0) return false
  const results = await Promise.allSettled(claimed.map((one) => sendOne(one, webhook, services)))
  const sent = results.flatMap((result) =>
    result.status === 'fulfilled' && result.value ? [result.value] : [],
  )
  await webhooks.record(
    channel,
    sent.map(({ attempt }) => attempt),
  )
  if (sent.some(({ isGone }) => isGone)) {
    await webhooks.turnOff(channel)
    alerts.send(
      'webhook gone',
      `A webhook was turned off, because ${new URL(webhook.address).host} answered 410`,
    )
  }
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return true
}

interface Sent {
  readonly attempt: WebhookAttempt
  readonly isGone: boolean
}

/** Sends one message and records the outcome. Null if there was nothing to send. */
async function sendOne(
  claimed: ClaimedMessage,
  webhook: Webhook,
  services: OutboxServices,
): Promise<Sent | null> {
  const { store } = services
  const { id, event } = claimed.message
  const leaseEndsAt = performance.now() + LEASE_MS
  const body = webhookBody(claimed)
  if (body === null) {
    await retryUntil(leaseEndsAt, () => store.outbox.markSent(claimed))
    return null
  }
  const at = new Date().toISOString()
  const result = await sendWebhook({ id, body }, webhook, services)
  const { outcome, kind } = result
  const isSuccess = kind === 'sent'
  const failure = isSuccess ? null : result.failure
  await recordOutcome(claimed, { failure, leaseEndsAt, what: 'A webhook' }, services)
  return { attempt: { at, event, outcome, isSuccess }, isGone: kind === 'gone' }
}
