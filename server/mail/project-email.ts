import { hash } from 'node:crypto'
import { remodelTypeOf } from '../../questionnaire/business.ts'
import type { Envelope } from '../config/mail-url.ts'
import { asciiAddress } from '../lib/addresses.ts'
import { emailContent, shorten } from './email-content.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'
import type { ProjectMail } from './mailer.ts'

/**
 * The email about one revision of a project, for nodemailer. The same revision always has the same Message-ID, so that
 * mail programs can drop the duplicate that is sent if the mail server's confirmation was lost.
 */
export function projectEmail(mail: ProjectMail, { from, to }: Envelope, brandName: string) {
  const content = emailContent(mail, brandName)
  const domain = from.split('@').at(-1)
  const messageId = (revision: number) => `<${revisionName(mail.project.id, revision)}@${domain}>`
  const replyTo = asciiAddress(mail.project.answers.email)
  return {
    from: { name: `${brandName} Kitchen Guide`, address: from },
    to: [...to],
    // Without a usable address, a reply goes to the sender.
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: subjectOf(mail),
    date: mail.revisedAt,
    messageId: messageId(mail.revision),
    // Mail programs use either header to show an update in the same conversation as the first email.
    ...(mail.isUpdate ? { inReplyTo: messageId(1), references: messageId(1) } : {}),
    // RFC 3834: prevents automatic replies, which would reach the homeowner through Reply-To.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false as const,
    html: withCrlf(emailHtml(content)),
    text: withCrlf(emailText(content)),
    // The other encodings wrap long lines or drop spaces at their ends.
    textEncoding: 'quoted-printable' as const,
  }
}

/** Emails have CRLF line ends. The composer can convert them too, but that takes as long as all its other work. */
export const withCrlf = (text: string) => text.replace(/\r\n|\r|\n/g, '\r\n')

/** Names one revision without revealing the project's id. */
export const revisionName = (projectId: string, revision: number) => `${hashedId(projectId)}-r${revision}`

export const hashedId = (projectId: string) => hash('sha256', projectId).slice(0, 32)

/** The only header besides Reply-To that contains the visitor's words. */
function subjectOf({ project: { answers }, isUpdate }: ProjectMail): string {
  const type = remodelTypeOf(answers.typeOfKitchenRemodel)?.name
  const what = `${isUpdate ? 'Updated: ' : ''}${type ? `${type} kitchen` : 'Kitchen'} project`
  const who = shorten(`${answers.firstName} ${answers.lastName}`, 60)
  const where = shorten(answers.city, 40)
  return [what, [who, where].filter(Boolean).join(', ')].filter(Boolean).join(' · ')
}
