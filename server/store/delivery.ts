/** The attempts to send something, and their lease. Its state is derived from its times: isDue, isLeased. */
export interface Attempts {
  /** When it was saved, or released. */
  readonly queuedAt: Date
  readonly attempts: number
  /**
   * When the next attempt is due. While leased, the end of the lease, or null if it was held during the lease.
   * Otherwise null once sent or dead, and while suspicious.
   */
  readonly nextAttemptAt: Date | null
  readonly leaseToken: string | null
  /** When it was given up. A held delivery is a dead one whose lastError is 'held by the operator'. */
  readonly deadAt: Date | null
  /** Why the last attempt failed, without personal data. */
  readonly lastError: string
}

/** The notification about one project, from queued to sent. */
export interface Delivery extends Attempts {
  readonly projectId: string
  /** 1 for the first answers, one more for each later change. */
  readonly revision: number
  /** The last revision that was sent, or 0. */
  readonly sentRevision: number
  readonly sentAt: Date | null
  /** The extra answers (Submission), which go into the e-mail. Their column is called `unknown`. */
  readonly extraAnswersJson: string
  /** The names of the fields changed since the last e-mail, separated by spaces. */
  readonly changed: string
  /** Why the project is suspicious, in plain words. It is not sent before it is released, which makes this empty. */
  readonly suspicion: string
}

/** Why an attempt failed, and when to try again. */
export interface Failure {
  readonly reason: string
  /** The same attempt would most likely fail again, so retry rarely. */
  readonly permanent: boolean
  /** How long the other side asked us to wait. */
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

/** Longer than one attempt may take (deliver.ts), so that a second attempt never starts during the first. */
export const LEASE_MS = 60 * SECOND
export const STUCK_MS = HOUR
/** No retry delay is longer than this. A later time means that the clock was set back. */
export const MAX_DELAY_MS = 2 * HOUR
const GIVE_UP_MS = 72 * HOUR
const FIRST_RETRY_MS = SECOND
const MAX_QUICK_RETRY_MS = 60 * SECOND
const RETRY_FACTOR = 1.5
/** A delivery is given up only after this many attempts, so that one revived after 72 hours is really retried. */
const MIN_ATTEMPTS = 12

/** Also for a row with these columns. */
export function deliveryState({ sentAt, deadAt, suspicion }: Partial<Record<keyof Delivery, unknown>>) {
  if (suspicion) return 'suspicious'
  if (deadAt) return 'dead'
  return sentAt ? 'sent' : 'due'
}

export function isLeased({ leaseToken, nextAttemptAt, deadAt }: Attempts, now: Date): boolean {
  // A delivery that was held while it was leased has lost the end of its lease; it is no later than this.
  const end = nextAttemptAt ?? (deadAt && after(deadAt, LEASE_MS))
  const left = (end?.getTime() ?? 0) - now.getTime()
  return leaseToken !== null && left > 0 && left <= LEASE_MS
}

/** Also true if the clock was set back, so that the next attempt would be far in the future. The SQL is isDueNow. */
export function isDue({ nextAttemptAt, queuedAt, leaseToken }: Attempts, now: Date): boolean {
  if (nextAttemptAt === null) return false
  const delay = nextAttemptAt.getTime() - now.getTime()
  const isQueuedInFuture = leaseToken === null && now < queuedAt && queuedAt <= nextAttemptAt
  return delay <= 0 || delay > MAX_DELAY_MS || isQueuedInFuture
}

export function createDelivery(projectId: string, extraAnswersJson: string, now: Date): Delivery {
  return {
    projectId,
    revision: 1,
    sentRevision: 0,
    queuedAt: now,
    attempts: 0,
    nextAttemptAt: now,
    leaseToken: null,
    sentAt: null,
    deadAt: null,
    lastError: '',
    extraAnswersJson,
    changed: '',
    suspicion: '',
  }
}

/** Marks a delivery that was just created as suspicious, unless the reason is empty. */
export const withSuspicion = (delivery: Delivery, suspicion: string): Delivery =>
  suspicion === '' ? delivery : { ...delivery, suspicion, nextAttemptAt: null }

interface Revision {
  readonly extraAnswersJson: string
  /** The names of the fields that differ from the revision before. */
  readonly changed: readonly string[]
  readonly now: Date
  readonly isBeingSent: boolean
}

/**
 * Queues a new revision, which is as suspicious as the one before. A lease on the revision before stays, so that two
 * revisions are never sent at once.
 */
export function revise(before: Delivery, revision: Revision): Delivery {
  const { extraAnswersJson, changed, now, isBeingSent } = revision
  const created = createDelivery(before.projectId, extraAnswersJson, now)
  const next = { ...withSuspicion(created, before.suspicion), revision: before.revision + 1 }
  // A delivery that was held while it was being sent has no next attempt, but its new revision has one.
  const nextAttemptAt = before.nextAttemptAt ?? after(now, LEASE_MS)
  const lease = isBeingSent ? { leaseToken: before.leaseToken, nextAttemptAt } : {}
  // An e-mail that is still being sent may fail, so its changes are listed again.
  const unsentChanges = before.sentAt ? [] : changedFrom(before)
  const names = [...new Set([...unsentChanges, ...changed])].join(' ')
  return { ...next, sentRevision: before.sentRevision, changed: names, ...lease }
}

export const afterClaim = <T extends Attempts>(unsent: T, token: string, now: Date): T => ({
  ...unsent,
  leaseToken: token,
  nextAttemptAt: after(now, LEASE_MS),
})

/** If the answers were revised while their e-mail was being sent, the new revision is due now, unless it is held. */
export function afterSent(delivery: Delivery, revision: number, now: Date): Delivery {
  const released = { ...delivery, sentRevision: revision, leaseToken: null, lastError: '' }
  if (delivery.revision !== revision) return { ...released, nextAttemptAt: delivery.deadAt ? null : now }
  return { ...released, attempts: delivery.attempts + 1, nextAttemptAt: null, sentAt: now, deadAt: null }
}

export function afterFailure<T extends Attempts>(unsent: T, failure: Failure, now: Date): T {
  const attempts = unsent.attempts + 1
  const released = { ...unsent, attempts, leaseToken: null, lastError: failure.reason }
  const age = now.getTime() - unsent.queuedAt.getTime()
  if (unsent.deadAt !== null) return { ...released, nextAttemptAt: null }
  if (age >= GIVE_UP_MS && attempts >= MIN_ATTEMPTS) return { ...released, nextAttemptAt: null, deadAt: now }
  return { ...released, nextAttemptAt: after(now, retryDelay(attempts, age, failure)) }
}

/** Makes it due now, with all its attempts ahead. Null while it is being sent. */
export const retryNow = <T extends Attempts>(unsent: T, now: Date): T | null =>
  isLeased(unsent, now)
    ? null
    : { ...unsent, attempts: 0, deadAt: null, nextAttemptAt: now, leaseToken: null }

/** Makes the delivery due, which also releases a suspicious one. Null while it is being sent. */
export function revive(delivery: Delivery, now: Date): Delivery | null {
  const due = retryNow(delivery, now)
  return due && { ...due, queuedAt: delivery.suspicion ? now : delivery.queuedAt, suspicion: '' }
}

/** A server that is sending the delivery keeps its lease, so that it can record the outcome. */
export const hold = (delivery: Delivery, now: Date): Delivery => ({
  ...delivery,
  leaseToken: isLeased(delivery, now) ? delivery.leaseToken : null,
  deadAt: now,
  nextAttemptAt: null,
  lastError: 'held by the operator',
})

export function extraAnswersFrom({ extraAnswersJson }: Delivery): Readonly<Record<string, string>> {
  const parsed: unknown = JSON.parse(extraAnswersJson)
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(Object.entries(parsed).map(([name, answer]) => [name, String(answer)]))
}

export const changedFrom = ({ changed }: Delivery): readonly string[] => changed.split(' ').filter(Boolean)

/** From 1 s by 1.5 up to 60 s; hourly if the delivery is an hour old or the failure is permanent; each ±50 %. */
function retryDelay(attempts: number, age: number, failure: Failure): number {
  const quick = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1), MAX_QUICK_RETRY_MS)
  const usual = failure.permanent || age >= STUCK_MS ? HOUR : quick
  return Math.max(usual * (0.5 + Math.random()), Math.min(failure.retryAfterMs ?? 0, HOUR))
}

const after = (now: Date, ms: number) => new Date(now.getTime() + Math.round(ms))
