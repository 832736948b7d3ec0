import type { Alerts } from '../../monitoring/alerts.ts'
import type { Channel } from '../channel.ts'
import type { ClaimedMessage } from '../message.ts'
import { type SendOptions, sendWebhook } from './send-webhook.ts'

/** Where the messages of one channel go. */
export interface Webhook {
  readonly address: string
  /** The current secret, and the one before it until it ends. Each signs every request. */
  readonly secrets: readonly string[]
}

/** What came of one request, for the page of webhooks. */
export interface WebhookAttempt {
  readonly at: string
  readonly event: string
  /** In plain words, such as `Answered 200`. */
  readonly outcome: string
  readonly isSuccess: boolean
}

export interface Webhooks {
  /** Null if the webhook is off or was deleted. */
  find(channel: string): Promise<Webhook | null>
  /** Keeps the latest attempts. */
  record(channel: string, attempt: WebhookAttempt): Promise<void>
  /** Turns off a webhook whose receiver answered 410 Gone. */
  turnOff(channel: string): Promise<void>
}

interface WebhookServices extends SendOptions {
  readonly webhooks: Webhooks
  readonly alerts: Alerts
}

/** All webhooks; the message names its own. */
export const createWebhookChannel = ({ webhooks, alerts, ...options }: WebhookServices): Channel => ({
  what: 'A webhook message',
  async send(claimed, signal) {
    const { id, channel, event } = claimed.message
    const body = webhookBody(claimed)
    if (body === null) return { kind: 'dropped' }
    const webhook = await webhooks.find(channel)
    if (!webhook) return { kind: 'failed', failure: { reason: 'The webhook is off', permanent: false } }
    const at = new Date().toISOString()
    const result = await sendWebhook({ id, body }, webhook, { ...options, signal })
    const { outcome, kind } = result
    await webhooks.record(channel, { at, event, outcome, isSuccess: kind === 'sent' })
    if (kind === 'sent') return { kind }
    if (kind === 'gone') {
      await webhooks.turnOff(channel)
      alerts.send(
        'webhook gone',
        `A webhook was turned off, because ${new URL(webhook.address).host} answered 410`,
      )
    }
    return { kind: 'failed', failure: result.failure }
  },
})

/** The JSON of a message: docs/webhooks.md. Null if its project was erased, so that there is nothing to send. */
export function webhookBody({ message, project }: ClaimedMessage): string | null {
  const { event, projectId: id, queuedAt, detail } = message
  const bodyWith = (data: object) => JSON.stringify({ type: event, timestamp: queuedAt.toISOString(), data })
  if (event === 'project.erased') return bodyWith({ id })
  if (!project) return null
  if (event === 'project.status_changed') return bodyWith({ id, ...detail })
  return bodyWith({ id, createdAt: project.createdAt.toISOString(), answers: project.answers })
}
