import type { ClaimedMessage, Failure } from './message.ts'

/** The channels, and what the outbox has to know of each. */
export const channelRules = {
  document: { sends: 'latest', isGathered: false, mayBeHeld: false, concurrency: 8 },
  specialist: { sends: 'latest', isGathered: true, mayBeHeld: true, concurrency: 8 },
  // The mailer has few connections, and visitors wait for the e-mail to the specialist.
  homeowner: { sends: 'every', isGathered: false, mayBeHeld: true, concurrency: 1 },
  webhook: { sends: 'every', isGathered: true, mayBeHeld: true, concurrency: 4 },
} as const satisfies Record<string, ChannelRules>

interface ChannelRules {
  /**
   * `latest`: a project has one message, a newer revision replaces what is unsent, and the visitor waits for it. `every`:
   * each event leaves, in order.
   */
  readonly sends: 'latest' | 'every'
  /** After the first update of a project, updates leave at most once in GATHER_MS. */
  readonly isGathered: boolean
  /** A restored database can hold its messages until the operator has seen what was sent. */
  readonly mayBeHeld: boolean
  /** How many messages leave at once. Each webhook has its own count. */
  readonly concurrency: number
}

export type ChannelKind = keyof typeof channelRules
export const channelKinds = Object.keys(channelRules).filter(isChannelKind)
/** The channels that send the latest state. */
export type LatestChannel = 'document' | 'specialist'

/** A webhook is a channel of its own: `webhook:ID`. */
export const channelOf = (webhookId: string) => `webhook:${webhookId}`

export const kindOf = (channel: string): ChannelKind => {
  const kind = channel.split(':')[0] ?? ''
  if (!isChannelKind(kind)) throw new Error(`There is no channel ${kind}`)
  return kind
}

function isChannelKind(kind: string): kind is ChannelKind {
  return Object.hasOwn(channelRules, kind)
}

/** What came of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** There is nothing to send any more. */
  | { readonly kind: 'dropped' }
  | Failed

export interface Failed {
  readonly kind: 'failed'
  readonly failure: Failure
  /** The reason without words of the mail service that may quote the e-mail. */
  readonly loggedReason?: string
}

/** One way out of the product. Every channel passes channel.contract.test.ts. */
export interface Channel {
  /** Such as `An e-mail`, for the log. */
  readonly what: string
  /** Makes one attempt. Stops at the signal, so that a later attempt of another server never overlaps. */
  send(claimed: ClaimedMessage, signal: AbortSignal): Promise<Outcome>
}

export type Channels = Readonly<Record<ChannelKind, Channel | null>>
