import { hash } from 'node:crypto'
import { type CurrentSettings, pricesWithId } from '../../config/settings.ts'
import { asciiAddress } from '../../lib/addresses.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Channel } from '../channel.ts'
import { mailFailure } from './mail-failure.ts'

/** What a message of this channel stores besides its project. It is deleted once the copy has been sent. */
export interface CopyDetail {
  readonly token: string
  /** The copy is only sent if the project still has this address, because copies are limited per address. */
  readonly emailHash: string
}

interface CopyServices {
  readonly settings: CurrentSettings
  readonly mailer: Mailer
  readonly siteUrl: string | null
  readonly log: Log
}

/** The same for `ann@` and `ann+kitchen@`, which most mail services deliver to one mailbox. */
export function hashOfEmail(email: string): string {
  const [local = '', ...domain] = email.trim().toLowerCase().split('@')
  return hash('sha256', [local.split('+')[0], ...domain].join('@'))
}

/** The copy of a project for its homeowner, with the link to the brief. */
export const createHomeownerCopy = ({ settings, mailer, siteUrl, log }: CopyServices): Channel => ({
  what: 'A copy for a homeowner',
  async send({ message, project }, signal) {
    const { token, emailHash }: Partial<CopyDetail> = message.detail
    const to = project && asciiAddress(project.answers.email)
    if (!to || hashOfEmail(project.answers.email) !== emailHash) return { kind: 'dropped' }
    if (!mailer.sendCopy || siteUrl === null)
      return {
        kind: 'failed',
        failure: { reason: 'Copies need SITE_URL, and a template in MAIL_URL', permanent: false },
      }
    const { firstName, lastName, city } = project.answers
    try {
      const { profile } = settings()
      const prices = pricesWithId(project.priceList, settings())
      const briefUrl = `${siteUrl}/brief/${token}`
      await mailer.sendCopy({ to, project, briefUrl, prices, profile }, signal)
      return { kind: 'sent' }
    } catch (error) {
      const { failure, loggedReason } = mailFailure(error, `${firstName} ${lastName} ${city}`)
      if (!failure.permanent) return { kind: 'failed', failure: { ...failure, reason: loggedReason } }
      // Usually the address does not exist. The business has the project anyway, so this is not retried.
      log.warn({ reason: loggedReason }, 'A copy for a homeowner was refused')
      return { kind: 'dropped' }
    }
  },
})
