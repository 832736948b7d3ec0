import type { ClaimedMessage, Failure } from './message.ts'

/**
 * The channels, and what the outbox has to know of each.
 *
 * `isAwaited`: the visitor waits for the first attempt, and sees its failure. `sends`: with `latest`, a project has one
 * message, and a newer revision replaces what is unsent; with `every`, each event leaves, in order. `isGathered`: after
 * the first update, updates leave at most once in GATHER_MS. `isHeld`: a restored database can hold it until the operator
 * has seen what was sent. `concurrency` is for each webhook of its own.
 */
export const channelRules = {
  document: { isAwaited: true, sends: 'latest', isGathered: false, isHeld: false, concurrency: 8 },
  specialist: { isAwaited: true, sends: 'latest', isGathered: true, isHeld: true, concurrency: 8 },
  // The mailer has few connections, and visitors wait for the e-mail to the specialist.
  homeowner: { isAwaited: false, sends: 'every', isGathered: false, isHeld: true, concurrency: 1 },
  webhook: { isAwaited: false, sends: 'every', isGathered: true, isHeld: true, concurrency: 4 },
} as const satisfies Record<string, ChannelRules>

interface ChannelRules {
  readonly isAwaited: boolean
  readonly sends: 'latest' | 'every'
  readonly isGathered: boolean
  readonly isHeld: boolean
  readonly concurrency: number
}

export type ChannelKind = keyof typeof channelRules
export const channelKinds: readonly ChannelKind[] = ['document', 'specialist', 'homeowner', 'webhook']
export type LatestChannel = 'document' | 'specialist'

/** A webhook is a channel of its own: `webhook:ID`. */
export const channelOf = (webhookId: string) => `webhook:${webhookId}`

export const kindOf = (channel: string): ChannelKind => {
  const kind = channel.split(':')[0] ?? ''
  if (!isChannelKind(kind)) throw new Error(`There is no channel ${kind}`)
  return kind
}

const isChannelKind = (kind: string): kind is ChannelKind => Object.hasOwn(channelRules, kind)

/** What came of an attempt. */
export type Outcome =
  | { readonly kind: 'sent' }
  /** There is nothing to send any more. */
  | { readonly kind: 'dropped' }
  | {
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
