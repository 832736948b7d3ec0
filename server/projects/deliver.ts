import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import { retryUntil } from '../lib/retry-until.ts'
import { type Mailer, MailRefusal, type ProjectMail, type Receipt } from '../mail/mailer.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { changedFrom, type Delivery, extraAnswersFrom, type Failure, LEASE_MS } from '../store/delivery.ts'
import type { ClaimedDelivery, ProjectStore } from '../store/project-store.ts'

/** What sending needs. It is also the base of Services, DeskServices and the services of the routes. */
export interface DeliveryServices {
  readonly store: ProjectStore
  readonly mailer: Mailer
  readonly log: Log
  readonly metrics: Metrics
  readonly alerts: Alerts
  /** The address of the desk, for links in e-mails; null while the desk is off and without SITE_URL. */
  readonly deskUrl: () => string | null
}

/** Half a lease, so that this attempt is over before another server can claim the delivery. */
const ATTEMPT_MS = LEASE_MS / 2
/** How long the mailer may take to report how far it got, once the attempt is aborted. */
const ABORT_MS = 1000

/** Sends one claimed delivery and records the outcome. `lost`: another server has claimed it since. */
export async function deliver(
  claimed: ClaimedDelivery,
  services: DeliveryServices,
): Promise<'sent' | 'failed' | 'lost'> {
  const { store, metrics } = services
  const startedAt = performance.now()
  const leaseEndsAt = startedAt + LEASE_MS
  const result = await attempt(claimed, services)
  metrics.observe('delivery_seconds', (performance.now() - startedAt) / 1000)

  // An e-mail whose outcome is not recorded is sent again.
  let outcome: 'sent' | 'failed' | 'lost'
  if (result.kind === 'sent') {
    const isRecorded = await retryUntil(leaseEndsAt, () => store.markSent(claimed))
    reportSent(claimed, result, services)
    outcome = isRecorded ? 'sent' : 'lost'
  } else {
    const failed = await retryUntil(leaseEndsAt, () => store.markFailed(claimed, result.failure))
    if (failed) reportFailed(failed, result, services)
    outcome = failed ? 'failed' : 'lost'
  }
  metrics.count('delivery_attempts_total', { outcome })
  return outcome
}

interface Sent extends Receipt {
  readonly kind: 'sent'
}

interface Failed {
  readonly kind: 'failed'
  readonly failure: Failure
  /** The reason without words of the mail service that may quote the e-mail. */
  readonly loggedReason: string
}

async function attempt(
  claimed: ClaimedDelivery,
  { mailer, deskUrl }: DeliveryServices,
): Promise<Sent | Failed> {
  // AbortSignal.timeout would keep its timer after the e-mail is sent.
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), ATTEMPT_MS - ABORT_MS)
  try {
    const mail = mailOf(claimed, deskUrl())
    const sending = mailer.sendProject(mail, controller.signal)
    return { kind: 'sent', ...(await withDeadline(sending, ATTEMPT_MS, 'Sending the e-mail')) }
  } catch (error) {
    const { permanent, retryAfterMs, redacted } = error instanceof MailRefusal ? error : { permanent: false }
    const reason = describeError(error, namesIn(claimed))
    const failure = { reason, permanent, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    return { kind: 'failed', failure, loggedReason: redacted ?? reason }
  } finally {
    clearTimeout(timer)
  }
}

function mailOf({ project, delivery }: ClaimedDelivery, deskUrl: string | null): ProjectMail {
  return {
    project,
    revision: delivery.revision,
    revisedAt: delivery.queuedAt,
    isUpdate: delivery.sentRevision > 0,
    extraAnswers: extraAnswersFrom(delivery),
    changed: changedFrom(delivery),
    callSheetUrl: deskUrl && `${deskUrl}/projects/${project.id}`,
  }
}

/** The subject contains these, and a mail server or a filter in front of it may quote the subject. */
const namesIn = ({ project: { answers } }: ClaimedDelivery) =>
  `${answers.firstName} ${answers.lastName} ${answers.city}`

function reportSent(
  claimed: ClaimedDelivery,
  { response, rejections }: Receipt,
  { log, alerts }: DeliveryServices,
) {
  log.info({ response: wordsWithDigits(describeError(response, namesIn(claimed))) }, 'An e-mail was sent')
  if (rejections.length === 0) return
  const reasons = rejections.map((one) => describeError(one)).join('; ')
  alerts.send(
    'recipient refused',
    `The mail server refuses ${rejections.length} of our recipients (MAIL_TO): ${reasons}`,
  )
}

function reportFailed(
  { attempts, deadAt }: Delivery,
  { failure: { permanent }, loggedReason }: Failed,
  { log, alerts }: DeliveryServices,
) {
  log.warn({ reason: loggedReason, permanent, attempts }, 'An e-mail was not sent')
  if (permanent) {
    alerts.send(
      'mail refused',
      `The mail service refuses our e-mails, a setting has to change (npm run deliveries): ${loggedReason}`,
    )
  }
  if (deadAt) log.error('An e-mail was given up: npm run deliveries')
}

/** The status and usually the id by which the mail server knows the e-mail, but none of its other words. */
const wordsWithDigits = (response: string) => response.match(/\S*\d\S*/g)?.join(' ')
