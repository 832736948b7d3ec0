import { fileURLToPath } from 'node:url'
import { BRIEF_DAYS } from '../../questionnaire/brief.ts'
import { FDA, remodelTypeKeyOf, replyText, TAGLINE } from '../../questionnaire/business.ts'
import { type FieldName, fieldNamed } from '../../questionnaire/fields.ts'
import { rowsOf } from '../../questionnaire/project.ts'
import type { Envelope } from '../config/mail-url.ts'
import { bodyOf, headersOf } from './email.ts'
import type { EmailContent } from './email-content.ts'
import { contentIds } from './email-html.ts'
import type { HomeownerCopy } from './mailer.ts'
import { hashedId } from './project-email.ts'

/** What happens next, and how to reach the business. */
export const nextSteps = ({ profile, prices }: HomeownerCopy): readonly string[] => [
  `A feasibility-discovery-design representative will reach out to you. ${replyText(profile)}`.trim(),
  `The ${FDA} process has a fee of ${prices.fee}, depending on your needs. The specialist determines the plan.`,
  `Questions? ${profile.phone ? `Call ${profile.phone} or reply` : 'Reply'} to this email.`,
]

/** The email to the homeowner, for nodemailer. A reply goes to the business. */
export function copyEmail(copy: HomeownerCopy, { from, to }: Envelope, brandName: string) {
  const type = remodelTypeKeyOf(copy.project.answers.typeOfKitchenRemodel)
  return {
    ...headersOf(`${hashedId(copy.project.id)}-copy`, brandName, from),
    ...bodyOf(copyContent(copy, brandName)),
    to: [copy.to],
    replyTo: [...to],
    subject: `Your kitchen project with ${brandName}`,
    attachments: [
      inlineFile('logo.png', contentIds.logo),
      inlineFile(`${type ?? 'cover'}.jpg`, contentIds.picture),
    ],
  }
}

/** Made by `npm run pictures` and `npm run icons`. */
const inlineFile = (filename: string, cid: string) => ({
  filename,
  path: fileURLToPath(new URL(`pictures/${filename}`, import.meta.url)),
  cid,
  contentDisposition: 'inline' as const,
})

const copyContent = (copy: HomeownerCopy, brandName: string): EmailContent => ({
  head: { brandName, tagline: TAGLINE, alt: 'A kitchen.' },
  title: 'Thank you for telling us about your project',
  subtitle: brandName,
  facts: [{ name: 'What happens next', lines: nextSteps(copy) }],
  link: { text: 'See, change or delete your answers', address: copy.briefUrl },
  rowsTitle: 'What you chose',
  groups: [{ title: '', rows: chosenRows(copy, brandName) }],
  note: 'To see what you typed, follow the link above.',
  footer: [
    `The link works for ${BRIEF_DAYS} days. Anyone who has it can read, change and delete your answers, so keep it to yourself.`,
    `You received this email because your address was entered in the ${brandName} kitchen guide. If that was not you, please ignore it.`,
  ],
})

/** Fears and doubts are not read back to a homeowner. */
const DOUBTS: readonly FieldName[] = [
  'whyNotHiredKitchenRemodeler',
  'concernsForHavingKitchenRemodeled',
  'fearsForHiringKitchenRemodeler',
]

/**
 * Only answers that are options of a question. A visitor could enter another person's address, and text to be sent to
 * that person.
 */
export const chosenRows = ({ project: { answers } }: HomeownerCopy, brandName: string) =>
  rowsOf(answers, brandName).filter(({ name, answer }) => {
    const field = fieldNamed(name)
    return 'options' in field && field.options.includes(answer) && !DOUBTS.includes(name)
  })
