import { hash } from 'node:crypto'
import { remodelTypeOf } from '../../questionnaire/business.ts'
import type { Envelope } from '../config/mail-url.ts'
import { asciiAddress } from '../lib/addresses.ts'
import { bodyOf, headersOf, messageIdOf } from './email.ts'
import { emailContent, shorten } from './email-content.ts'
import type { ProjectMail } from './mailer.ts'

/** The email about one revision of a project, for nodemailer. */
export function projectEmail(mail: ProjectMail, { from, to }: Envelope, brandName: string) {
  const nameOf = (revision: number) => `${hashedId(mail.project.id)}-r${revision}`
  const first = messageIdOf(nameOf(1), from)
  const replyTo = asciiAddress(mail.project.answers.email)
  return {
    ...headersOf(nameOf(mail.revision), `${brandName} Kitchen Guide`, from),
    ...bodyOf(emailContent(mail, brandName)),
    to: [...to],
    // Without a usable address, a reply goes to the sender.
    ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
    subject: subjectOf(mail),
    date: mail.revisedAt,
    // Mail programs use either header to show an update in the same conversation as the first email.
    ...(mail.isUpdate ? { inReplyTo: first, references: first } : {}),
  }
}

/** Names the emails about a project without revealing its id. */
export const hashedId = (projectId: string) => hash('sha256', projectId).slice(0, 32)

/** The only header besides Reply-To that contains the visitor's words. */
function subjectOf({ project: { answers }, isUpdate, isTest }: ProjectMail): string {
  const type = remodelTypeOf(answers.typeOfKitchenRemodel)?.name
  const what = `${isTest ? 'Test: ' : ''}${isUpdate ? 'Updated: ' : ''}${type ? `${type} kitchen` : 'Kitchen'} project`
  const who = shorten(`${answers.firstName} ${answers.lastName}`, 60)
  const where = shorten(answers.city, 40)
  return [what, [who, where].filter(Boolean).join(', ')].filter(Boolean).join(' · ')
}
