/** The e-mail of one project, from queued to sent. What state it is in is read from its times. */
export interface Delivery {
  readonly projectId: string
  /** 1 for the first answers, one more for each edit. */
  readonly revision: number
  /** The last revision that was e-mailed; 0 when none was. */
  readonly sentRevision: number
  /** When this revision was saved. */
  readonly queuedAt: Date
  readonly attempts: number
  /** Null once sent or dead. While somebody has the lease, also of a dead one, it is the lease's end. */
  readonly nextAttemptAt: Date | null
  readonly leaseToken: string | null
  readonly sentAt: Date | null
  readonly deadAt: Date | null
  /** Why the last attempt failed; no personal data. */
  readonly lastError: string
  /** Answers to questions that are no longer asked, as JSON: they have no column, and go into the e-mail. */
  readonly unknown: string
  /** The names of what was answered otherwise since the last e-mail, with blanks between them. */
  readonly changed: string
}

/** Why an e-mail was not sent, and how that bears on the next attempt. */
export interface Failure {
  readonly reason: string
  /** The same attempt will hardly ever succeed: try seldom. */
  readonly permanent: boolean
  /** The mail service asked for this much patience. */
  readonly retryAfterMs?: number
}

const SECOND = 1000
const HOUR = 3600 * SECOND

/** Longer than an attempt may take (deliver.ts), so nobody else starts while the first one still sends. */
export const LEASE_MS = 60 * SECOND
export const STUCK_MS = HOUR
/** No back-off reaches so far: a later time is from before the clock was set back. */
export const FURTHEST_MS = 2 * HOUR
const GIVE_UP_MS = 72 * HOUR
const FIRST_RETRY_MS = SECOND
const LONGEST_RETRY_MS = 60 * SECOND
const RETRY_FACTOR = 1.5
/** A delivery that an operator revived after 72 hours gets this many attempts before it is dead again. */
const FEWEST_ATTEMPTS = 12

export function isLeased({ leaseToken, nextAttemptAt, deadAt }: Delivery, now: Date): boolean {
  // One that was held meanwhile tells no end of its lease, but that is no later than this.
  const end = nextAttemptAt ?? (deadAt && after(deadAt, LEASE_MS))
  const left = (end?.getTime() ?? 0) - now.getTime()
  return leaseToken !== null && left > 0 && left <= LEASE_MS
}

/** Also where the clock was set back, and the next attempt would be far away. */
export const isDue = (delivery: Delivery, now: Date): boolean =>
  delivery.nextAttemptAt !== null &&
  (until(delivery, now) <= 0 || until(delivery, now) > FURTHEST_MS || isFromLater(delivery, now))

/** Saved later than now, before the clock was set back, and not tried since. */
const isFromLater = ({ queuedAt, nextAttemptAt, leaseToken }: Delivery, now: Date) =>
  leaseToken === null && nextAttemptAt !== null && now < queuedAt && queuedAt <= nextAttemptAt

export function queued(projectId: string, unknown: string, now: Date): Delivery {
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
    unknown,
    changed: '',
  }
}

interface Revision {
  readonly unknown: string
  /** The names of what is answered otherwise than before. */
  readonly changed: readonly string[]
  readonly now: Date
  readonly isBeingSent: boolean
}

/** A lease on the revision before is kept, so that two revisions are never being sent at once. */
export function revised(before: Delivery, { unknown, changed, now, isBeingSent }: Revision): Delivery {
  const next = { ...queued(before.projectId, unknown, now), revision: before.revision + 1 }
  // One that was held while it was being sent has no next attempt, but its new answers have.
  const nextAttemptAt = before.nextAttemptAt ?? after(now, LEASE_MS)
  const kept = isBeingSent ? { leaseToken: before.leaseToken, nextAttemptAt } : {}
  // What is only being sent may not arrive, and what it changed would be told by no e-mail.
  const untold = before.sentAt ? [] : changedFrom(before)
  const names = [...new Set([...untold, ...changed])].join(' ')
  return { ...next, sentRevision: before.sentRevision, changed: names, ...kept }
}

export const leased = (delivery: Delivery, token: string, now: Date): Delivery => ({
  ...delivery,
  leaseToken: token,
  nextAttemptAt: after(now, LEASE_MS),
})

/** When the answers were edited while their e-mail was on its way, the new ones are due at once, unless they are held. */
export function sent(delivery: Delivery, revision: number, now: Date): Delivery {
  const released = { ...delivery, sentRevision: revision, leaseToken: null, lastError: '' }
  if (delivery.revision !== revision) return { ...released, nextAttemptAt: delivery.deadAt ? null : now }
  return { ...released, attempts: delivery.attempts + 1, nextAttemptAt: null, sentAt: now, deadAt: null }
}

export function failed(delivery: Delivery, failure: Failure, now: Date): Delivery {
  const attempts = delivery.attempts + 1
  const released = { ...delivery, attempts, leaseToken: null, lastError: failure.reason }
  const age = now.getTime() - delivery.queuedAt.getTime()
  if (delivery.deadAt !== null) return { ...released, nextAttemptAt: null }
  if (age >= GIVE_UP_MS && attempts >= FEWEST_ATTEMPTS)
    return { ...released, nextAttemptAt: null, deadAt: now }
  return { ...released, nextAttemptAt: after(now, patience(attempts, age, failure)) }
}

export function unknownFrom({ unknown }: Delivery): Readonly<Record<string, string>> {
  const parsed: unknown = JSON.parse(unknown)
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(Object.entries(parsed).map(([name, answer]) => [name, String(answer)]))
}

export const changedFrom = ({ changed }: Delivery): readonly string[] => changed.split(' ').filter(Boolean)

/** Null when it is being sent right now. */
export const revived = (delivery: Delivery, now: Date): Delivery | null =>
  isLeased(delivery, now)
    ? null
    : { ...delivery, attempts: 0, deadAt: null, nextAttemptAt: now, leaseToken: null }

/** Who is sending it keeps the token, and so may still say how that went. */
export const held = (delivery: Delivery, now: Date): Delivery => ({
  ...delivery,
  leaseToken: isLeased(delivery, now) ? delivery.leaseToken : null,
  deadAt: now,
  nextAttemptAt: null,
  lastError: 'held by the operator',
})

/** 1 s by 1.5 up to 60 s; hourly once an hour old or when trying again soon makes no sense; each ±50 %. */
function patience(attempts: number, age: number, failure: Failure): number {
  const quick = Math.min(FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1), LONGEST_RETRY_MS)
  const usual = failure.permanent || age >= STUCK_MS ? HOUR : quick
  return Math.max(usual * (0.5 + Math.random()), Math.min(failure.retryAfterMs ?? 0, HOUR))
}

const until = (delivery: Delivery, now: Date) => (delivery.nextAttemptAt?.getTime() ?? 0) - now.getTime()

const after = (now: Date, ms: number) => new Date(now.getTime() + Math.round(ms))
