import { hash } from 'node:crypto'
import { asciiAddress } from '../lib/addresses.ts'
import { withDeadline } from '../lib/deadline.ts'
import { describeError } from '../lib/errors.ts'
import { type Mailer, MailRefusal } from '../mail/mailer.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { type Failure, LEASE_MS } from '../store/delivery.ts'
import type { ClaimedMessage } from '../store/outbox.ts'
import type { ProjectStore } from '../store/project-store.ts'
import { recordOutcome } from './record-outcome.ts'

/** The channel of the copies for homeowners. */
export const COPY_CHANNEL = 'homeowner'

/** What a message of this channel says besides its project. It is deleted once the copy was sent. */
export interface CopyDetail {
  readonly token: string
  /** Of the address that the copy is counted for: a project that gets another one before it is sent gets no copy. */
  readonly emailHash: string
}

export interface CopyServices {
  readonly store: Pick<ProjectStore, 'outbox'>
  readonly mailer: Mailer
  readonly siteUrl: string | null
  readonly log: Log
  readonly metrics: Metrics
}

const ATTEMPT_MS = LEASE_MS / 2
/** One at a time, because the mailer has few connections, and visitors wait for the e-mail to the business. */
const CONCURRENCY = 1

export const hashOfEmail = (email: string) => hash('sha256', email.trim().toLowerCase())

/** Sends the next copy; returns whether there may be more. */
export async function sendCopies(services: CopyServices): Promise<boolean> {
  const claimed = await services.store.outbox.claimDue(COPY_CHANNEL, CONCURRENCY)
  const results = await Promise.allSettled(claimed.map((one) => sendOne(one, services)))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return claimed.length > 0
}

async function sendOne(claimed: ClaimedMessage, services: CopyServices) {
  const leaseEndsAt = performance.now() + LEASE_MS
  const failure = await attempt(claimed, services)
  // Refused for good, usually because the address does not exist. The business has the project all the same.
  const isRefused = failure?.permanent === true
  if (isRefused) services.log.warn({ reason: failure.reason }, 'A copy for a homeowner was refused')
  const outcome = { failure: isRefused ? null : failure, leaseEndsAt, what: 'A copy for a homeowner' }
  await recordOutcome(claimed, outcome, services)
}

/** Null if it was sent, or there is nothing to send. */
async function attempt(
  { message, project }: ClaimedMessage,
  { mailer, siteUrl }: CopyServices,
): Promise<Failure | null> {
  // Written by queueCopy alone.
  const { token, emailHash }: CopyDetail = JSON.parse(message.detailJson)
  const to = project && asciiAddress(project.answers.email)
  if (!to || hashOfEmail(project.answers.email) !== emailHash) return null
  if (!mailer.sendCopy || siteUrl === null)
    return { reason: 'Copies need SITE_URL, and a template in MAIL_URL', permanent: false }
  const { firstName, lastName, city } = project.answers
  try {
    const copy = { to, project, briefUrl: `${siteUrl}/brief/${token}` }
    const sending = mailer.sendCopy(copy, AbortSignal.timeout(ATTEMPT_MS - 1000))
    await withDeadline(sending, ATTEMPT_MS, 'Sending the copy')
    return null
  } catch (error) {
    const { permanent, retryAfterMs, redacted } = error instanceof MailRefusal ? error : { permanent: false }
    const reason = redacted ?? describeError(error, `${firstName} ${lastName} ${city}`)
    return { reason, permanent, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
}
