import { type CurrentSettings, pricesWithId } from '../../config/settings.ts'
import type { StoredProject } from '../../db/project-statements.ts'
import { describeError } from '../../lib/errors.ts'
import type { Mailer, Receipt } from '../../mail/mailer.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import type { Log } from '../../monitoring/log.ts'
import type { Channel } from '../channel.ts'
import type { Message } from '../message.ts'
import { mailFailure } from './mail-failure.ts'

interface SpecialistServices {
  readonly settings: CurrentSettings
  readonly mailer: Mailer
  readonly log: Log
  readonly alerts: Alerts
  /** The address of the desk, for links in emails, or null if the desk is off or SITE_URL is not set. */
  readonly deskUrl: () => string | null
}

/** The names of the fields that changed since the last email. A message of this channel stores them. */
export const changedFrom = ({ detail }: Message): readonly string[] =>
  String(detail.changed ?? '')
    .split(' ')
    .filter(Boolean)

/** The email that tells the business about a project. */
export function createSpecialistEmail(services: SpecialistServices): Channel {
  const { settings, mailer, log, alerts, deskUrl } = services
  return {
    what: 'An email',
    async send({ message, project }, signal) {
      // The project was deleted by hand.
      if (!project) return { kind: 'dropped' }
      try {
        const current = settings()
        const prices = pricesWithId(project.priceList, current)
        const { timeZone } = current.businessHours
        const mail = { ...mailOf(project, message, deskUrl()), prices, timeZone }
        reportSent(project, await mailer.sendProject(mail, signal))
        return { kind: 'sent' }
      } catch (error) {
        const { failure, loggedReason } = mailFailure(error, namesIn(project))
        if (failure.permanent)
          alerts.send(
            'mail refused',
            `The mail service refuses our emails. Check the settings (npm run messages): ${loggedReason}`,
          )
        return { kind: 'failed', failure, loggedReason }
      }
    },
  }

  function reportSent(project: StoredProject, { response, rejections }: Receipt) {
    log.info({ response: wordsWithDigits(describeError(response, namesIn(project))) }, 'An email was sent')
    if (rejections.length === 0) return
    const reasons = rejections.map((one) => describeError(one)).join('; ')
    alerts.send(
      'recipient refused',
      `The mail server refuses ${rejections.length} of our recipients (MAIL_TO): ${reasons}`,
    )
  }
}

const mailOf = (project: StoredProject, message: Message, deskUrl: string | null) => ({
  project,
  revision: project.revision,
  revisedAt: message.queuedAt,
  isUpdate: message.sentRevision > 0,
  isTest: project.isTest,
  extraAnswers: project.extraAnswers,
  changed: changedFrom(message),
  callSheetUrl: deskUrl && `${deskUrl}/projects/${project.id}`,
})

/** The subject contains these, and a mail server or spam filter may quote the subject. */
const namesIn = ({ answers }: StoredProject) => `${answers.firstName} ${answers.lastName} ${answers.city}`

/** The status and usually the mail server's id of the email, but none of its other words. */
const wordsWithDigits = (response: string) => response.match(/\S*\d\S*/g)?.join(' ')
