import { randomBytes } from 'node:crypto'
import type { Project } from '../../questionnaire/project.ts'
import type { Attempts, Counts, Failure } from './delivery.ts'

/** What a message can say about a project. The desk's pages know them as `webhookEvents`. */
export type MessageEvent = 'project.created' | 'project.updated' | 'project.status_changed' | 'project.erased'

/**
 * One event on its way through one channel. It is queued in the transaction that causes the event, and deleted once it
 * was sent. Its content is read from the project when it is sent.
 */
export interface Message extends Attempts {
  /** The same at every attempt, so that the receiver can drop a copy. */
  readonly id: string
  /** `webhook:ID` or `homeowner`. */
  readonly channel: string
  readonly projectId: string
  readonly event: MessageEvent
  /** What the project does not say, such as the status before. */
  readonly detailJson: string
}

/** A message with its lease: the exclusive right to send it, for LEASE_MS. */
export interface ClaimedMessage {
  readonly token: string
  readonly message: Message
  /** Null if it was erased. */
  readonly project: Project | null
}

/**
 * The messages that have not been sent. Those about one project leave each channel in the order of their events: only
 * the oldest can be claimed, and a dead one holds up no other. Every driver passes outbox.contract.test.ts.
 */
export interface Outbox {
  /** The channels with messages that are due. */
  dueChannels(): Promise<readonly string[]>
  claimDue(channel: string, limit: number): Promise<readonly ClaimedMessage[]>
  /** Deletes a message that was sent; false if another server has claimed it since. */
  markSent(claimed: ClaimedMessage): Promise<boolean>
  /** Records that a claimed message failed, and returns it; null if another server has claimed it since. */
  markFailed(claimed: ClaimedMessage, failure: Failure): Promise<Message | null>
  unsent(): AsyncIterable<Message>
  /** Makes unsent messages due now, dead ones included; returns how many. */
  retry(id: string | 'all'): Promise<number>
  counts(): Promise<Counts>
}

/** The part of a driver that reads and writes messages. The rules are in create-outbox.ts. */
export interface OutboxDriver {
  dueChannels(): Promise<readonly string[]>
  /** Messages whose next attempt is due, oldest first. Those that wait for an earlier one may be among them. */
  due(channel: string, limit: number): Promise<readonly Message[]>
  find(id: string): Promise<Message | null>
  /** Reads a message and writes what `decide` returns, in one transaction. `decide` may run more than once. */
  change<T>(message: Message, decide: (found: FoundMessage) => MessageDecision<T>): Promise<T>
  unsent(): AsyncIterable<Message>
  counts(): Promise<Counts>
}

export interface FoundMessage {
  readonly message: Message | null
  /** The oldest one before it, through the same channel and about the same project, that is neither sent nor dead. */
  readonly earlier: Message | null
  readonly project: Project | null
  readonly now: Date
}

export interface MessageDecision<T> {
  readonly result: T
  readonly write?: Message | 'delete'
}

export const newMessageId = () => `msg_${randomBytes(16).toString('base64url')}`
