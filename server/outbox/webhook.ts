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
  record(channel: string, attempts: readonly WebhookAttempt[]): Promise<void>
  /** Turns off a webhook whose receiver answered 410 Gone. */
  turnOff(channel: string): Promise<void>
}

export const channelOf = (id: string) => `webhook:${id}`
