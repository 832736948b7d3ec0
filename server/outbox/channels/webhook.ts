import { sentAnswers } from '../../../questionnaire/answers.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import { type Channel, channelOf } from '../channel.ts'
import type { ClaimedMessage } from '../message.ts'
import { type SendOptions, sendWebhook, type Webhook } from './send-webhook.ts'

/** The outcome of one request, for the Webhooks page. */
export interface WebhookAttempt {
  readonly at: string
  readonly event: string
  /** Such as `Answered 200`. */
  readonly outcome: string
  readonly isSuccess: boolean
}

interface Webhooks {
  find(id: string): Promise<(Webhook & { readonly isOn: boolean }) | null>
  /** Stores the attempt, and drops older ones. */
  record(id: string, attempt: WebhookAttempt): Promise<void>
  setOn(id: string, isOn: boolean, who: string): Promise<unknown>
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
    const webhookId = channel.slice(channelOf('').length)
    const webhook = await webhooks.find(webhookId)
    if (!webhook?.isOn) return { kind: 'failed', failure: { reason: 'The webhook is off', permanent: false } }
    const at = new Date().toISOString()
    const result = await sendWebhook({ id, body }, webhook, { ...options, signal })
    const { outcome, kind } = result
    // Only the desk shows this. If it is lost, the message was sent anyway.
    await webhooks.record(webhookId, { at, event, outcome, isSuccess: kind === 'sent' }).catch(() => {})
    if (kind === 'sent') return { kind }
    if (kind === 'gone') {
      await webhooks.setOn(webhookId, false, 'answer 410')
      alerts.send(
        'webhook gone',
        `A webhook was turned off because ${new URL(webhook.address).host} responded with 410 Gone`,
      )
    }
    return { kind: 'failed', failure: result.failure }
  },
})

/** The JSON of a message (docs/webhooks.md), or null if its project was erased and there is nothing to send. */
function webhookBody({ message, project }: ClaimedMessage): string | null {
  const { event, projectId: id, queuedAt, detail } = message
  const bodyWith = (data: object) => JSON.stringify({ type: event, timestamp: queuedAt.toISOString(), data })
  if (event === 'project.erased') return bodyWith({ id })
  if (!project) return null
  if (event === 'project.status_changed') return bodyWith({ id, ...detail })
  return bodyWith({ id, createdAt: project.createdAt.toISOString(), answers: sentAnswers(project.answers) })
}
