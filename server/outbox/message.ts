import type { WebhookEvent } from '../../desk/webhooks.ts'
import type { StoredProject } from '../db/project-statements.ts'

/** What happened to the project. */
export type MessageEvent = WebhookEvent

/** Data that the project does not have, such as the previous status. */
export type MessageDetail = Readonly<Record<string, unknown>>

/**
 * Something to send about one project, through one channel. It is queued in the transaction that causes it. Its content
 * is read from the project when it is sent. Its state is derived from its times.
 */
export interface Message {
  /** The same at every attempt, so that the receiver can drop duplicates. */
  readonly id: string
  readonly channel: string
  readonly projectId: string
  readonly event: MessageEvent
  readonly detail: MessageDetail
  /** The last revision of the project that was sent, or 0. Only used if the channel sends the latest state. */
  readonly sentRevision: number
  /** When its revision was saved, or the project was released. */
  readonly queuedAt: Date
  readonly attempts: number
  /** When the next attempt is due, or while leased, when the lease ends. Null once sent or dead. */
  readonly nextAttemptAt: Date | null
  readonly leaseToken: string | null
  readonly sentAt: Date | null
  /** When the outbox gave up. A held message is a dead one whose lastError is HELD. */
  readonly deadAt: Date | null
  /** Why the last attempt failed, without personal data. */
  readonly lastError: string
}

/** A message with its lease: the exclusive right to send it, for LEASE_MS. */
export interface ClaimedMessage {
  readonly token: string
  /** When the lease began, by performance.now(): before the claim was committed. */
  readonly claimedAt: number
  readonly message: Message
  /** Null if the project was erased. */
  readonly project: StoredProject | null
}

/** Why an attempt failed, and when to try again. */
export interface Failure {
  readonly reason: string
  /** A retry would probably fail too, so retry rarely. */
  readonly permanent: boolean
  /** How long the receiver asked us to wait. */
  readonly retryAfterMs?: number
}

export interface Counts {
  /** Not sent and not dead. */
  readonly due: number
  /** Due for longer than STUCK_MS. */
  readonly stuck: number
  readonly dead: number
}

const SECOND = 1000
const HOUR = 3600 * SECOND

/** Longer than one attempt may take, so that a second attempt never starts during the first. */
export const LEASE_MS = 60 * SECOND
/** An attempt ends this long after its claim, before another server can claim the message. */
export const ATTEMPT_MS = LEASE_MS / 2
export const STUCK_MS = HOUR
/** No retry delay is longer than this. A later time means that the clock was set back. */
export const MAX_DELAY_MS = 2 * HOUR
/** Updates of one project are sent at most this often. */
export const GATHER_MS = 10 * 60 * SECOND
const GIVE_UP_MS = 72 * HOUR
const FIRST_RETRY_MS = SECOND
const MAX_QUICK_RETRY_MS = 60 * SECOND
const RETRY_FACTOR = 1.5
/** A message that is retried by hand after 72 hours still gets this many attempts. */
const MIN_ATTEMPTS = 12
export const HELD = 'held by the operator'

export const isSent = ({ nextAttemptAt, deadAt }: Message) => nextAttemptAt === null && deadAt === null
export const isHeld = ({ deadAt, lastError }: Message) => deadAt !== null && lastError === HELD

export function isLeased({ leaseToken, nextAttemptAt }: Message, now: Date): boolean {
  const left = (nextAttemptAt?.getTime() ?? 0) - now.getTime()
  return leaseToken !== null && left > 0 && left <= LEASE_MS
}

/**
 * True if the message should be sent now, or if the clock was set back and the next attempt is far in the future.
 * message-statements.ts has the same rule in SQL.
 */
export function isDue({ nextAttemptAt, queuedAt, leaseToken, deadAt }: Message, now: Date): boolean {
  if (nextAttemptAt === null || deadAt !== null) return false
  const delay = nextAttemptAt.getTime() - now.getTime()
  const isQueuedInFuture = leaseToken === null && now < queuedAt && queuedAt <= nextAttemptAt
  return delay <= 0 || delay > MAX_DELAY_MS || isQueuedInFuture
}

/** True for an update that waits so that later ones can be sent with it. The visitor does not wait for it. */
export const isGathering = ({ attempts, leaseToken, nextAttemptAt, sentRevision }: Message, now: Date) =>
  sentRevision > 0 && attempts === 0 && leaseToken === null && nextAttemptAt !== null && nextAttemptAt > now

/** When to send an update that is saved now: the first one at once, later ones at most once in GATHER_MS. */
export function nextUpdateTime(before: Date | null, now: Date): Date {
  const since = now.getTime() - (before?.getTime() ?? 0)
  // abs: the clock may have been set back.
  if (before === null || Math.abs(since) >= GATHER_MS) return now
  return since <= 0 ? before : after(before, GATHER_MS)
}

export const createMessage = (
  added: Pick<Message, 'id' | 'channel' | 'projectId' | 'event' | 'detail'>,
  now: Date,
): Message => ({
  ...added,
  sentRevision: 0,
  queuedAt: now,
  attempts: 0,
  nextAttemptAt: now,
  leaseToken: null,
  sentAt: null,
  deadAt: null,
  lastError: '',
})

interface Revision {
  readonly event: MessageEvent
  readonly detail: MessageDetail
  readonly now: Date
  /** Ignored until the first email has been sent. */
  readonly sendAt: Date
  readonly isBeingSent: boolean
}

/**
 * Replaces an unsent revision with a new one. A lease on the previous revision stays, so that two revisions are never
 * sent at the same time; afterOlderSent makes the new one due.
 */
export function revise(before: Message, { event, detail, now, sendAt, isBeingSent }: Revision): Message {
  const next = { ...createMessage({ ...before, event, detail }, now), sentRevision: before.sentRevision }
  if (isBeingSent) return { ...next, leaseToken: before.leaseToken, nextAttemptAt: before.nextAttemptAt }
  return before.sentRevision === 0 ? next : { ...next, nextAttemptAt: sendAt }
}

export const afterClaim = (unsent: Message, token: string, now: Date): Message => ({
  ...unsent,
  leaseToken: token,
  nextAttemptAt: after(now, LEASE_MS),
})

/** The message after its newest revision was sent. */
export const afterSent = (message: Message, revision: number, now: Date): Message => ({
  ...message,
  sentRevision: revision,
  attempts: message.attempts + 1,
  leaseToken: null,
  lastError: '',
  nextAttemptAt: null,
  sentAt: now,
  deadAt: null,
})

/** The message after an older revision was sent. The newest one now waits for its own time, unless it is held. */
export const afterOlderSent = (message: Message, revision: number, sendAt: Date): Message => ({
  ...message,
  sentRevision: revision,
  leaseToken: null,
  lastError: message.deadAt ? message.lastError : '',
  nextAttemptAt: message.deadAt ? null : sendAt,
})

export function afterFailure(unsent: Message, failure: Failure, now: Date): Message {
  const attempts = unsent.attempts + 1
  // A held message stays held.
  if (unsent.deadAt !== null) return { ...unsent, attempts, leaseToken: null, nextAttemptAt: null }
  const released = { ...unsent, attempts, leaseToken: null, lastError: failure.reason }
  const age = now.getTime() - unsent.queuedAt.getTime()
  if (age >= GIVE_UP_MS && attempts >= MIN_ATTEMPTS) return { ...released, nextAttemptAt: null, deadAt: now }
  return { ...released, nextAttemptAt: after(now, retryDelay(attempts, age, failure)) }
}

/** Makes a message due now and resets its attempts. Returns null if it has to wait. */
export function retryNow(unsent: Message, now: Date): Message | null {
  // A write of the document may still be in progress, and the deletion must come after it.
  const isNewDeletion = unsent.event === 'project.erased' && unsent.attempts === 0
  if (isLeased(unsent, now) || isNewDeletion) return null
  return { ...unsent, attempts: 0, deadAt: null, nextAttemptAt: now, leaseToken: null }
}

/** A server that is sending the message keeps its lease, so that it can record the outcome. */
export const hold = (message: Message, now: Date): Message => ({
  ...message,
  ...(isLeased(message, now) ? {} : { leaseToken: null, nextAttemptAt: null }),
  deadAt: now,
  lastError: HELD,
})

/** 1 s, growing by 1.5 up to 60 s; hourly if the message is an hour old or the failure is permanent; ±50 % each. */
function retryDelay(attempts: number, age: number, failure: Failure): number {
  const quick = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1), MAX_QUICK_RETRY_MS)
  const usual = failure.permanent || age >= STUCK_MS ? HOUR : quick
  return Math.max(usual * (0.5 + Math.random()), Math.min(failure.retryAfterMs ?? 0, HOUR))
}

const after = (time: Date, ms: number) => new Date(time.getTime() + Math.round(ms))
