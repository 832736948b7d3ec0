import { BRIEF_DAYS } from '../../questionnaire/brief.ts'
import { FDA } from '../../questionnaire/business.ts'
import { fieldNamed } from '../../questionnaire/fields.ts'
import { rowsOf } from '../../questionnaire/project.ts'
import type { Envelope } from '../config/mail-url.ts'
import { bodyOf, headersOf } from './email.ts'
import type { EmailContent } from './email-content.ts'
import type { HomeownerCopy } from './mailer.ts'
import { hashedId } from './project-email.ts'

export const nextSteps = ({ prices }: HomeownerCopy) =>
  `A feasibility-discovery-design representative will reach out to you. The ${FDA} process has a fee of ${prices.fee}, depending on your needs. The specialist determines the plan.`

/** The email to the homeowner, for nodemailer. A reply goes to the business. */
export function copyEmail(copy: HomeownerCopy, { from, to }: Envelope, brandName: string) {
  return {
    ...headersOf(`${hashedId(copy.project.id)}-copy`, brandName, from),
    ...bodyOf(copyContent(copy, brandName)),
    to: [copy.to],
    replyTo: [...to],
    subject: `Your kitchen project with ${brandName}`,
  }
}

const copyContent = (copy: HomeownerCopy, brandName: string): EmailContent => ({
  title: 'Thank you for telling us about your project',
  subtitle: brandName,
  facts: [{ name: 'What happens next', lines: [nextSteps(copy)] }],
  link: { text: 'See, change or delete your answers', address: copy.briefUrl },
  rowsTitle: 'What you chose',
  rows: chosenRows(copy, brandName),
  footer: [
    `The link works for ${BRIEF_DAYS} days. Anyone who has it can read, change and delete your answers, so keep it to yourself.`,
    `You received this email because your address was entered in the kitchen guide of ${brandName}. If that was not you, please ignore it.`,
  ],
})

/**
 * Only answers that are options of a question. A visitor could enter another person's address, and text to be sent to
 * that person.
 */
export const chosenRows = ({ project: { answers } }: HomeownerCopy, brandName: string) =>
  rowsOf(answers, brandName).filter(({ name, answer }) => {
    const field = fieldNamed(name)
    return 'options' in field && field.options.includes(answer)
  })
