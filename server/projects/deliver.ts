import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import { type Mailer, MailRefusal, type ProjectMail, type Receipt } from '../mail/mailer.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { changedFrom, type Failure, LEASE_MS, unknownFrom } from '../store/delivery.ts'
import type { ClaimedDelivery, ProjectStore } from '../store/project-store.ts'

/** What saving a project and sending its e-mail need. */
export interface DeliveryServices {
  readonly store: ProjectStore
  readonly mailer: Mailer
  readonly log: Log
  readonly metrics: Metrics
  readonly alerts: Alerts
}

/** Half a lease: whoever takes the delivery next finds this attempt over. */
const ATTEMPT_MS = LEASE_MS / 2
/** A mailer that is told to stop has this long to say how far it came. */
const STOPPING_MS = 1000

const MARK_PAUSE_MS = 250

/** `lost`: somebody else has the delivery now, and knows how it ends. */
export type Outcome = 'sent' | 'failed' | 'lost'

/** Sends one taken delivery and writes down how that went. */
export async function deliver(claimed: ClaimedDelivery, services: DeliveryServices): Promise<Outcome> {
  const { metrics, mailer } = services
  const started = performance.now()
  const mine: Mine = { claimed, until: started + LEASE_MS }
  const attempted = await attempt(claimed, mailer)
  metrics.observe('delivery_seconds', (performance.now() - started) / 1000)
  const outcome = await ('reason' in attempted
    ? noteFailed(mine, attempted, services)
    : noteSent(mine, attempted, services))
  metrics.count('delivery_attempts_total', { outcome })
  return outcome
}

/** The store, which has the answers too, keeps what the service said; of those who read the log nobody is to. */
interface Failed extends Failure {
  readonly logged: string
}

async function attempt(claimed: ClaimedDelivery, mailer: Mailer): Promise<Receipt | Failed> {
  // Not AbortSignal.timeout: its timer stays for the whole time, also when the e-mail has long been sent.
  const stopping = new AbortController()
  const timer = setTimeout(() => stopping.abort(), ATTEMPT_MS - STOPPING_MS)
  try {
    const sending = mailer.sendProject(mailOf(claimed), stopping.signal)
    return await withDeadline(sending, ATTEMPT_MS, 'Sending the e-mail')
  } catch (error) {
    const { permanent, retryAfterMs, redacted } = error instanceof MailRefusal ? error : { permanent: false }
    const reason = describeError(error, namesIn(claimed))
    const logged = redacted ?? reason
    return { reason, logged, permanent, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  } finally {
    clearTimeout(timer)
  }
}

/** They stand in the subject, which a mail server, or a filter in front of it, may quote. */
const namesIn = ({ project: { answers } }: ClaimedDelivery) =>
  `${answers.firstName} ${answers.lastName} ${answers.city}`

/** The status, and mostly the id, by which a mail server is asked about one e-mail. */
const numbersIn = (answer: string) => answer.match(/\S*\d\S*/g)?.join(' ')

/** What was taken, and until when nobody else takes it. */
interface Mine {
  readonly claimed: ClaimedDelivery
  readonly until: number
}

async function noteSent(
  { claimed, until }: Mine,
  { response, rejections }: Receipt,
  { store, log, alerts }: DeliveryServices,
): Promise<Outcome> {
  const isMine = await untilKept(() => store.markSent(claimed), until)
  log.info({ answer: numbersIn(describeError(response, namesIn(claimed))) }, 'An e-mail was sent')
  if (rejections.length > 0) {
    const words = rejections.map((one) => describeError(one)).join('; ')
    alerts.send(
      'recipient refused',
      `The mail server refuses ${rejections.length} of our recipients (MAIL_TO): ${words}`,
    )
  }
  return isMine ? 'sent' : 'lost'
}

async function noteFailed(
  { claimed, until }: Mine,
  { logged, ...failure }: Failed,
  { store, log, alerts }: DeliveryServices,
): Promise<Outcome> {
  const next = await untilKept(() => store.markFailed(claimed, failure), until)
  if (!next) return 'lost'
  log.warn(
    { reason: logged, permanent: failure.permanent, attempts: next.attempts },
    'An e-mail was not sent',
  )
  if (failure.permanent) {
    alerts.send(
      'mail refused',
      `The mail service refuses our e-mails, a setting has to change (npm run deliveries): ${logged}`,
    )
  }
  if (next.deadAt) log.error('An e-mail is given up: npm run deliveries')
  return 'failed'
}

/** A note that is not kept means a second e-mail, so it is tried for as long as the lease holds. */
async function untilKept<T>(mark: () => Promise<T>, end: number): Promise<T> {
  while (true) {
    try {
      return await mark()
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(MARK_PAUSE_MS)
    }
  }
}

function mailOf({ project, delivery }: ClaimedDelivery): ProjectMail {
  return {
    project,
    revision: delivery.revision,
    revisedAt: delivery.queuedAt,
    isUpdate: delivery.sentRevision > 0,
    unknown: unknownFrom(delivery),
    changed: changedFrom(delivery),
  }
}
