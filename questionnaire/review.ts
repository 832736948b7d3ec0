import type { Answers } from './answers.ts'
import { withBrand } from './business.ts'
import { type FieldName, fieldNamed } from './fields.ts'
import { rowsOf, townOf } from './project.ts'
import { type Chapter, type Screen, screens } from './screens.ts'

/** Rows about one subject. */
export interface RowGroup<Row> {
  readonly title: string
  readonly rows: readonly Row[]
}

/** All answers of one screen. */
export interface ReviewRow {
  readonly screen: number
  /** The question, or the names of the fields. */
  readonly question: string
  /** A line for each field. */
  readonly answer: string
}

/** What the homeowner reads above the answers about each subject. */
const titles = {
  home: 'Your home',
  kitchen: 'Your kitchen',
  hiring: 'Paying and hiring',
  contact: 'How we reach you',
} as const

type Subject = keyof typeof titles

const subjects: Readonly<Record<Chapter, Subject>> = {
  welcome: 'contact',
  house: 'home',
  scope: 'kitchen',
  plans: 'kitchen',
  wishes: 'kitchen',
  means: 'hiring',
  worries: 'hiring',
  contact: 'contact',
  promise: 'contact',
}

/** The rows by subject, in the order of the visit. */
export function groupRows<Row extends { readonly screen: number }>(
  rows: readonly Row[],
  titles: Readonly<Record<Subject, string>>,
): readonly RowGroup<Row>[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const screen: Screen | undefined = screens[row.screen]
    const title = titles[subjects[screen && 'chapter' in screen ? screen.chapter : 'welcome']]
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups].map(([title, rows]) => ({ title, rows }))
}

interface Line {
  readonly label: string
  readonly text: (answers: Answers) => string
}

/** Fields that are one line: the first has it, and the others have none. */
const lines: Partial<Readonly<Record<FieldName, Line | null>>> = {
  firstName: { label: 'Name', text: ({ firstName, lastName }) => `${firstName} ${lastName}`.trim() },
  lastName: null,
  streetAddress: {
    label: 'Address',
    text: (answers) => [answers.streetAddress, townOf(answers)].filter(Boolean).join(', '),
  },
  city: null,
  state: null,
  zipCode: null,
}

/** The answers as the review and the brief show them: one row per screen. */
export function reviewOf(answers: Answers, brandName: string): readonly RowGroup<ReviewRow>[] {
  const rows = rowsOf(answers, brandName)
  const askedOn = [...new Set(rows.map(({ screen }) => screen))]
  return groupRows(
    askedOn.flatMap((screen) => {
      const asked = rows.filter((row) => row.screen === screen)
      if (asked.length === 1) return asked
      const shown = asked.flatMap(({ name, answer }) => {
        const { label, text } = lines[name] ?? { label: fieldNamed(name).label, text: () => answer }
        const isLeftOut = lines[name] === null || (fieldNamed(name).optional && answer === '')
        return isLeftOut ? [] : [{ label, answer: text(answers) }]
      })
      const labels = shown.map(({ label }, index) => (index === 0 ? label : uncapitalized(label)))
      return {
        screen,
        question: withBrand(labels.join(', '), brandName),
        answer: shown.map(({ answer }) => answer).join('\n'),
      }
    }),
    titles,
  )
}

const uncapitalized = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
