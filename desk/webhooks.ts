/** The events that a webhook can receive, in the order of the page. */
export const webhookEvents = [
  'project.created',
  'project.updated',
  'project.status_changed',
  'project.erased',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

export const MAX_WEBHOOKS = 20
export const MAX_WEBHOOK_ADDRESS_LENGTH = 2000
/** How long the secret before a rotated one still signs. */
export const OVERLAP_HOURS = 24

/** One webhook of GET webhooks, which lists them in the order in which they were added. */
export interface Webhook {
  readonly id: string
  readonly address: string
  readonly events: readonly WebhookEvent[]
  readonly isOn: boolean
  readonly createdAt: string
  /** When the secret before this one ends; null if it has ended, or there was none. */
  readonly oldSecretUntil: string | null
  /** How many messages wait to be sent. */
  readonly waiting: number
  /** Newest first. */
  readonly attempts: readonly WebhookAttempt[]
}

interface WebhookAttempt {
  readonly at: string
  readonly event: string
  readonly outcome: string
  readonly isSuccess: boolean
}

export type WebhookProblem = 'not an address' | 'not https' | 'private network' | 'no events' | 'too many'

/** Shown once. POST webhooks/:id/secret makes a new one. */
export interface WebhookSecret {
  readonly secret: string
}

/** POST webhooks/:id/test sends a message of the type `webhook.test` at once, and returns what came of it. */
export type WebhookTest = Pick<WebhookAttempt, 'outcome' | 'isSuccess'>
