import { hash } from 'node:crypto'
import { type RemodelType, remodelTypeOf } from '../../questionnaire/business.ts'
import { type Row, rowsOf, townOf, unaskedRowsOf } from '../../questionnaire/project.ts'
import type { Parties } from '../config/mail-url.ts'
import type { EmailContent } from './email-content.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'
import type { ProjectMail } from './mailer.ts'

export interface Email {
  readonly revisionName: string
  readonly from: { readonly name: string; readonly address: string }
  readonly to: readonly string[]
  readonly replyTo: string
  readonly subject: string
  readonly date: Date
  readonly messageId: string
  /** The Message-ID of the e-mail that this one goes on from. */
  readonly inReplyTo: string | null
  /** Between the parts. It begins with `=_`, which never occurs in a part as it is written. */
  readonly boundary: string
  /** In lines of visible ASCII that end in CRLF. */
  readonly html: string
  readonly text: string
}

/**
 * The same revision always gives the same bytes. So where a mail server took a message and the
 * answer was lost, the second copy carries the same Message-ID and programs can drop it.
 */
export function projectEmail(mail: ProjectMail, parties: Parties, brandName: string): Email {
  const { answers } = mail.project
  const content = contentOf(mail, brandName)
  const name = revisionName(mail)
  const domain = parties.from.split('@').at(-1)
  const messageId = (of: ProjectMail) => `<${revisionName(of)}@${domain}>`
  return {
    revisionName: name,
    from: { name: `${brandName} Kitchen Guide`, address: parties.from },
    to: parties.to,
    replyTo: answers.email,
    subject: subjectOf(mail),
    date: mail.revisedAt,
    messageId: messageId(mail),
    inReplyTo: mail.isUpdate ? messageId({ ...mail, revision: 1 }) : null,
    boundary: `=_${name}`,
    html: emailHtml(content),
    text: emailText(content),
  }
}

/** Names one revision of one project without giving the id away. */
export const revisionName = ({ project, revision }: { project: { id: string }; revision: number }) =>
  `${hash('sha256', project.id).slice(0, 32)}-r${revision}`

function subjectOf({ project: { answers }, isUpdate }: ProjectMail): string {
  const kind = remodelTypeOf(answers.typeOfKitchenRemodel)?.name
  const what = `${isUpdate ? 'Updated: ' : ''}${kind ? `${kind} kitchen` : 'Kitchen'} project`
  const who = shortened(`${answers.firstName} ${answers.lastName}`, 60)
  const where = shortened(answers.city, 40)
  return [what, [who, where].filter(Boolean).join(', ')].filter(Boolean).join(' · ')
}

/** One line of visible characters, for the subject: beside the address to reply to, no other header has a visitor's words. */
function shortened(text: string, most: number): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const letters = [...line]
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
}

function contentOf(mail: ProjectMail, brandName: string): EmailContent {
  const { answers, id, createdAt } = mail.project
  const rows = [
    ...rowsOf(answers, brandName),
    ...unaskedRowsOf(answers, brandName),
    ...Object.entries(mail.unknown).map(([name, answer]) => ({ name, question: name, answer })),
  ]
  const type = remodelTypeOf(answers.typeOfKitchenRemodel)
  return {
    title: `${answers.firstName} ${answers.lastName}`.trim() || 'A new project',
    subtitle: mail.isUpdate ? 'The homeowner changed these answers' : 'New kitchen project',
    facts: [
      { name: 'Changed', lines: mail.isUpdate ? [changesIn(rows, mail.changed)] : [] },
      { name: 'Reply to', lines: [answers.email] },
      {
        name: 'Where',
        lines: [answers.streetAddress, townOf(answers)],
      },
      {
        name: 'What',
        lines: [type ? `${type.name} kitchen remodel` : answers.typeOfKitchenRemodel, houseLine(mail)],
      },
      { name: 'Budget', lines: budgetLines(answers.budget, type) },
      { name: 'Time frame', lines: [answers.timeFrame] },
      { name: 'Has to have', lines: [answers.newKitchenImportantFeature, answers.newKitchenOtherFeature] },
      {
        name: 'Worries',
        lines: [answers.concernsForHavingKitchenRemodeled, answers.fearsForHiringKitchenRemodeler],
      },
      { name: 'Comments', lines: [answers.additionalComments] },
    ]
      .map((fact) => ({ ...fact, lines: fact.lines.filter((line) => line.trim() !== '') }))
      .filter((fact) => fact.lines.length > 0),
    rows,
    footer: [
      `Project ${id}${mail.revision > 1 ? `, revision ${mail.revision}` : ''}`,
      `Submitted ${stamp(createdAt)}${mail.revision > 1 ? `, changed ${stamp(mail.revisedAt)}` : ''}`,
    ],
  }
}

/** What is new at a glance, each in one line; in full it stands below. */
const changesIn = (
  rows: readonly (Pick<Row, 'question' | 'answer'> & { readonly name: string })[],
  changed: readonly string[],
) =>
  rows
    .filter(({ name }) => changed.includes(name))
    .map(({ question, answer }) => {
      const end = question.endsWith('?') ? '' : ':'
      return `- ${question}${end} ${shortened(answer, LONGEST_CHANGE) || '(not answered)'}`
    })
    .join('\n')

const LONGEST_CHANGE = 80

function houseLine({ project: { answers } }: ProjectMail): string {
  const { projectType, typeOfHome, typeOfArchitecture, yearBuilt } = answers
  const built = yearBuilt ? `built ${yearBuilt}` : ''
  return [projectType, typeOfHome, typeOfArchitecture, built].filter(Boolean).join(', ')
}

const budgetLines = (budget: string, type: RemodelType | undefined) =>
  type ? [budget, `We tell visitors ${type.costRange} for ${type.name}`] : [budget]

const stamp = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
