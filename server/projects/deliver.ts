import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import { type Mailer, MailRefusal, type ProjectMail, type Receipt } from '../mail/mailer.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { changedFrom, extraAnswersFrom, type Failure, LEASE_MS } from '../store/delivery.ts'
import type { ClaimedDelivery, ProjectStore } from '../store/project-store.ts'

/** What sending needs. It is also the base of Services, DeskServices and the services of the routes. */
export interface DeliveryServices {
  readonly store: ProjectStore
  readonly mailer: Mailer
  readonly log: Log
  readonly metrics: Metrics
  readonly alerts: Alerts
}

/** Half a lease, so that this attempt is over before another server can claim the delivery. */
const ATTEMPT_MS = LEASE_MS / 2
/** How long the mailer may take to report how far it got, once the attempt is aborted. */
const ABORT_MS = 1000
const RECORD_PAUSE_MS = 250

/** Sends one claimed delivery and records the outcome. `lost`: another server has claimed it since. */
export async function deliver(
  claimed: ClaimedDelivery,
  services: DeliveryServices,
): Promise<'sent' | 'failed' | 'lost'> {
  const startedAt = performance.now()
  const result = await attempt(claimed, services.mailer)
  services.metrics.observe('delivery_seconds', (performance.now() - startedAt) / 1000)
  const claim = { claimed, leaseEndsAt: startedAt + LEASE_MS }
  const outcome = await ('reason' in result
    ? recordFailure(claim, result, services)
    : recordSuccess(claim, result, services))
  services.metrics.count('delivery_attempts_total', { outcome })
  return outcome
}

interface AttemptFailure extends Failure {
  /** The reason without words of the mail service that may quote the e-mail. */
  readonly loggedReason: string
}

async function attempt(claimed: ClaimedDelivery, mailer: Mailer): Promise<Receipt | AttemptFailure> {
  // AbortSignal.timeout would keep its timer after the e-mail is sent.
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ATTEMPT_MS - ABORT_MS)
  try {
    const sending = mailer.sendProject(mailOf(claimed), controller.signal)
    return await withDeadline(sending, ATTEMPT_MS, 'Sending the e-mail')
  } catch (error) {
    const { permanent, retryAfterMs, redacted } = error instanceof MailRefusal ? error : { permanent: false }
    const reason = describeError(error, namesIn(claimed))
    const loggedReason = redacted ?? reason
    return { reason, loggedReason, permanent, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  } finally {
    clearTimeout(timer)
  }
}

function mailOf({ project, delivery }: ClaimedDelivery): ProjectMail {
  return {
    project,
    revision: delivery.revision,
    revisedAt: delivery.queuedAt,
    isUpdate: delivery.sentRevision > 0,
    extraAnswers: extraAnswersFrom(delivery),
    changed: changedFrom(delivery),
  }
}

/** The subject contains these, and a mail server or a filter in front of it may quote the subject. */
const namesIn = ({ project: { answers } }: ClaimedDelivery) =>
  `${answers.firstName} ${answers.lastName} ${answers.city}`

interface Claim {
  readonly claimed: ClaimedDelivery
  readonly leaseEndsAt: number
}

async function recordSuccess(
  { claimed, leaseEndsAt }: Claim,
  { response, rejections }: Receipt,
  { store, log, alerts }: DeliveryServices,
): Promise<'sent' | 'lost'> {
  const hadLease = await retryUntil(leaseEndsAt, () => store.markSent(claimed))
  log.info({ answer: wordsWithDigits(describeError(response, namesIn(claimed))) }, 'An e-mail was sent')
  if (rejections.length > 0) {
    const reasons = rejections.map((one) => describeError(one)).join('; ')
    alerts.send(
      'recipient refused',
      `The mail server refuses ${rejections.length} of our recipients (MAIL_TO): ${reasons}`,
    )
  }
  return hadLease ? 'sent' : 'lost'
}

async function recordFailure(
  { claimed, leaseEndsAt }: Claim,
  { loggedReason, ...failure }: AttemptFailure,
  { store, log, alerts }: DeliveryServices,
): Promise<'failed' | 'lost'> {
  const { permanent } = failure
  const delivery = await retryUntil(leaseEndsAt, () => store.markFailed(claimed, failure))
  if (!delivery) return 'lost'
  log.warn({ reason: loggedReason, permanent, attempts: delivery.attempts }, 'An e-mail was not sent')
  if (permanent) {
    alerts.send(
      'mail refused',
      `The mail service refuses our e-mails, a setting has to change (npm run deliveries): ${loggedReason}`,
    )
  }
  if (delivery.deadAt) log.error('An e-mail was given up: npm run deliveries')
  return 'failed'
}

/**
 * An outcome that is not recorded means a second e-mail, so recording it is retried until the lease ends, and at least
 * once: the first call may fail only because the connection broke while the server was frozen past its lease.
 */
async function retryUntil<T>(end: number, record: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await record()
    } catch (error) {
      if (attempts > 1 && performance.now() > end) throw error
      await pause(RECORD_PAUSE_MS)
    }
  }
}

/** The status and usually the id by which the mail server knows the e-mail, but none of its other words. */
const wordsWithDigits = (response: string) => response.match(/\S*\d\S*/g)?.join(' ')
