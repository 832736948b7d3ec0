import type { ClaimedMessage, Failure } from './message.ts'

/** The channels, and how the outbox handles each. */
export const channelRules = {
  document: { sends: 'latest', isGathered: false, mayBeHeld: false, concurrency: 8 },
  specialist: { sends: 'latest', isGathered: true, mayBeHeld: true, concurrency: 8 },
  // The mailer has few connections, and visitors wait for the email to the specialist.
  homeowner: { sends: 'every', isGathered: false, mayBeHeld: true, concurrency: 1 },
  webhook: { sends: 'every', isGathered: true, mayBeHeld: true, concurrency: 4 },
} as const satisfies Record<string, ChannelRules>

interface ChannelRules {
  /**
   * `latest`: a project has one message, a newer revision replaces an unsent one, and the visitor waits for it. `every`:
   * each event is sent, in order.
   */
  readonly sends: 'latest' | 'every'
  /** After the first update of a project, updates are sent at most once in GATHER_MS. */
  readonly isGathered: boolean
  /** A restored database can hold its messages until the operator has seen what was sent. */
  readonly mayBeHeld: boolean
  /** How many messages are sent at the same time. Each webhook has its own limit. */
  readonly concurrency: number
}

export type ChannelKind = keyof typeof channelRules
export const channelKinds = Object.keys(channelRules).filter(isChannelKind)
/** The channels that send the latest state. */
export type LatestChannel = 'document' | 'specialist'

/** Each webhook is its own channel: `webhook:ID`. */
export const channelOf = (webhookId: string) => `webhook:${webhookId}`

export const kindOf = (channel: string): ChannelKind => {
  const kind = channel.split(':')[0] ?? ''
  if (!isChannelKind(kind)) throw new Error(`There is no channel ${kind}`)
  return kind
}

function isChannelKind(kind: string): kind is ChannelKind {
  return Object.hasOwn(channelRules, kind)
}

export type Outcome =
  | { readonly kind: 'sent' }
  /** There is nothing left to send. */
  | { readonly kind: 'dropped' }
  | Failed

export interface Failed {
  readonly kind: 'failed'
  readonly failure: Failure
  /** The reason without the mail service's own text, which may quote the email. */
  readonly loggedReason?: string
}

/** One way out of the product. Every channel passes channel.contract.test.ts. */
export interface Channel {
  /** For the log, such as `An email`. */
  readonly what: string
  /** Makes one attempt. Stops at the signal, so that it never overlaps with a later attempt by another server. */
  send(claimed: ClaimedMessage, signal: AbortSignal): Promise<Outcome>
}

export type Channels = Readonly<Record<ChannelKind, Channel | null>>
