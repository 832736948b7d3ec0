import type { Answers } from '../../questionnaire/answers.ts'
import { costRangeOf, remodelTypeOf } from '../../questionnaire/business.ts'
import { phonesOf, rowsOf, townOf, unaskedRowsOf } from '../../questionnaire/project.ts'
import { groupRows, type RowGroup } from '../../questionnaire/review.ts'
import { sourceText } from '../../questionnaire/source.ts'
import type { ProjectMail } from './mailer.ts'

/** The content of an email's HTML and text parts. */
export interface EmailContent {
  /** What the HTML begins with. The email carries the logo and the picture. */
  readonly head?: { readonly brandName: string; readonly tagline: string; readonly alt: string }
  readonly title: string
  readonly subtitle: string
  /** What a specialist needs before calling. */
  readonly facts: readonly Fact[]
  readonly link: { readonly text: string; readonly address: string } | null
  readonly rowsTitle: string
  readonly groups: readonly RowGroup<EmailRow>[]
  /** Below the rows. */
  readonly note?: string
  readonly footer: readonly string[]
}

export interface Fact {
  readonly name: string
  readonly lines: readonly string[]
}

export interface EmailRow {
  readonly name: string
  readonly question: string
  readonly answer: string
}

const GROUP_TITLES = {
  home: 'House',
  kitchen: 'Kitchen',
  hiring: 'Paying and hiring',
  contact: 'Contact and project',
}
const MAX_CHANGE_LENGTH = 80
/** In characters. A small request must not make a large email. */
const MAX_ANSWER_LENGTH = 2000
/** The facts are repeated among the rows. */
const MAX_FACT_LENGTH = 300

export function emailContent(mail: ProjectMail, brandName: string): EmailContent {
  const { answers, id, createdAt, source } = mail.project
  const asked = rowsOf(answers, brandName)
  const others = [
    ...unaskedRowsOf(answers, brandName),
    ...Object.entries(mail.extraAnswers).map(([name, answer]) => ({ name, question: name, answer })),
  ]
  const groups = [
    ...groupRows(asked, GROUP_TITLES),
    ...(others.length > 0 ? [{ title: 'Other answers', rows: others }] : []),
  ]
  const type = remodelTypeOf(answers.typeOfKitchenRemodel)
  const range = costRangeOf(answers.typeOfKitchenRemodel, mail.prices)
  const facts = {
    Changed: mail.isUpdate ? [changesIn([...asked, ...others], mail.changed)] : [],
    'Reply to': [answers.email],
    Phone: phonesOf(answers),
    Where: [answers.streetAddress, townOf(answers)],
    What: [type ? `${type.name} kitchen remodel` : answers.typeOfKitchenRemodel, houseLine(answers)],
    Budget: [answers.budget, range && `We tell visitors ${range} for ${type?.name}`],
    'Time frame': [answers.timeFrame],
    'Must have': [answers.newKitchenImportantFeature, answers.newKitchenOtherFeature],
    Worries: [answers.concernsForHavingKitchenRemodeled, answers.fearsForHiringKitchenRemodeler],
    Comments: [answers.additionalComments],
    Source: [sourceText(source)],
  }
  return {
    title: cut(`${answers.firstName} ${answers.lastName}`.trim(), MAX_FACT_LENGTH) || 'A new project',
    subtitle: mail.isUpdate ? 'Changed answers' : 'New kitchen project',
    facts: Object.entries(facts)
      .map(([name, lines]) => ({
        name,
        lines: lines
          .filter((line) => line.trim() !== '')
          .map((line) => (name === 'Changed' ? line : cut(line, MAX_FACT_LENGTH))),
      }))
      .filter(({ lines }) => lines.length > 0),
    link: mail.callSheetUrl === null ? null : { text: 'Open the call sheet', address: mail.callSheetUrl },
    rowsTitle: 'All answers',
    groups: groups.map(({ title, rows }) => ({ title, rows: cutRows(rows, mail) })),
    footer: [
      `Project ${id}${mail.revision > 1 ? `, revision ${mail.revision}` : ''}`,
      `Submitted ${timeText(createdAt, mail)}${mail.revision > 1 ? `, changed ${timeText(mail.revisedAt, mail)}` : ''}`,
    ],
  }
}

/** One line of visible characters, cut to `maxLength` characters. */
export function shorten(text: string, maxLength: number): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`
}

/** Extra answers are not cut, because only the email shows them. parseAnswers limits their size. */
function cutRows(
  rows: readonly EmailRow[],
  { extraAnswers, callSheetUrl }: ProjectMail,
): readonly EmailRow[] {
  const place = callSheetUrl === null ? 'in the export: npm run projects' : 'on the call sheet at the desk'
  const end = `… (cut here, the rest is ${place})`
  return rows.map((row) =>
    Object.hasOwn(extraAnswers, row.name) ? row : { ...row, answer: cut(row.answer, MAX_ANSWER_LENGTH, end) },
  )
}

function cut(text: string, maxLength: number, end = '…'): string {
  if (text.length <= maxLength) return text
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join('')}${end}`
}

/** The changed answers, one line each. The full answers are listed below. */
const changesIn = (rows: readonly EmailRow[], changed: readonly string[]) =>
  rows
    .filter(({ name }) => changed.includes(name))
    .map(({ question, answer }) => {
      const end = question.endsWith('?') ? '' : ':'
      return `- ${question}${end} ${shorten(answer, MAX_CHANGE_LENGTH) || '(not answered)'}`
    })
    .join('\n')

function houseLine({ projectType, typeOfHome, typeOfArchitecture, yearBuilt }: Answers): string {
  const built = yearBuilt ? `built ${yearBuilt}` : ''
  return [projectType, typeOfHome, typeOfArchitecture, built].filter(Boolean).join(', ')
}

/** Such as `Nov 15, 2026, 6:34 AM CST`, without the narrow space that Intl puts before AM. */
const timeText = (time: Date, { timeZone }: ProjectMail) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
    .format(time)
    .replaceAll('\u202f', ' ')
