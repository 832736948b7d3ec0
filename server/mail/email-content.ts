import type { Answers } from '../../questionnaire/answers.ts'
import { type RemodelType, remodelTypeOf } from '../../questionnaire/business.ts'
import { rowsOf, townOf, unaskedRowsOf } from '../../questionnaire/project.ts'
import type { ProjectMail } from './mailer.ts'

/** What both the HTML and the text part of an e-mail say. */
export interface EmailContent {
  readonly title: string
  readonly subtitle: string
  /** What a specialist wants to know before picking up the phone. */
  readonly facts: readonly Fact[]
  readonly rows: readonly EmailRow[]
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

const MAX_CHANGE_LENGTH = 80

export function emailContent(mail: ProjectMail, brandName: string): EmailContent {
  const { answers, id, createdAt } = mail.project
  const rows = [
    ...rowsOf(answers, brandName),
    ...unaskedRowsOf(answers, brandName),
    ...Object.entries(mail.extraAnswers).map(([name, answer]) => ({ name, question: name, answer })),
  ]
  const type = remodelTypeOf(answers.typeOfKitchenRemodel)
  const facts = {
    Changed: mail.isUpdate ? [changesIn(rows, mail.changed)] : [],
    'Reply to': [answers.email],
    Where: [answers.streetAddress, townOf(answers)],
    What: [type ? `${type.name} kitchen remodel` : answers.typeOfKitchenRemodel, houseLine(answers)],
    Budget: budgetLines(answers.budget, type),
    'Time frame': [answers.timeFrame],
    'Has to have': [answers.newKitchenImportantFeature, answers.newKitchenOtherFeature],
    Worries: [answers.concernsForHavingKitchenRemodeled, answers.fearsForHiringKitchenRemodeler],
    Comments: [answers.additionalComments],
  }
  return {
    title: `${answers.firstName} ${answers.lastName}`.trim() || 'A new project',
    subtitle: mail.isUpdate ? 'The homeowner changed these answers' : 'New kitchen project',
    facts: Object.entries(facts)
      .map(([name, lines]) => ({ name, lines: lines.filter((line) => line.trim() !== '') }))
      .filter(({ lines }) => lines.length > 0),
    rows,
    footer: [
      `Project ${id}${mail.revision > 1 ? `, revision ${mail.revision}` : ''}`,
      `Submitted ${utcMinute(createdAt)}${mail.revision > 1 ? `, changed ${utcMinute(mail.revisedAt)}` : ''}`,
    ],
  }
}

/** One line of visible characters, cut to `most` characters. */
export function shorten(text: string, most: number): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  const characters = [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}

/** The changed answers at a glance, one line each. The full answers are listed below. */
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

const budgetLines = (budget: string, type: RemodelType | undefined) =>
  type ? [budget, `We tell visitors ${type.costRange} for ${type.name}`] : [budget]

const utcMinute = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
