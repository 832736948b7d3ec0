import type { Answers } from './answers.ts'
import { withBrand } from './business.ts'
import { type FieldName, fieldNames, fields } from './fields.ts'
import { fieldsOf, isAsked, screens } from './screens.ts'

/** The stored record: `createdAt` is the store's own time at the first saving. */
export interface Project {
  readonly id: string
  readonly createdAt: Date
  readonly answers: Answers
}

export interface Row {
  readonly name: FieldName
  readonly question: string
  readonly answer: string
  /** The last screen that asks it: `email` is asked on two. */
  readonly screen: number
}

/** Each question once, where it is asked last. */
const lastAsked = screens
  .flatMap((screen, index) => fieldsOf(screen).map((name) => ({ name, screen: index })))
  .filter(({ name }, place, all) => all.findLastIndex((later) => later.name === name) === place)

/** Every question that is asked, with its answer, in the order of the visit: the review and the e-mail. */
export const rowsOf = (answers: Answers, brandName: string): readonly Row[] =>
  lastAsked.map(({ name, screen }) => ({
    name,
    question: withBrand(fields[name].label, brandName),
    answer: answers[name],
    screen,
  }))

/** What was answered beside that: to a question that was taken off the screens since, or never stood there. */
export const unaskedRowsOf = (answers: Answers, brandName: string): readonly Omit<Row, 'screen'>[] =>
  fieldNames
    .filter((name) => !isAsked(name) && answers[name] !== '')
    .map((name) => ({ name, question: withBrand(fields[name].label, brandName), answer: answers[name] }))

/** `Springfield, IL 62701`, or as much of it as was answered. */
export const townOf = ({ city, state, zipCode }: Answers): string =>
  `${[city, state].filter(Boolean).join(', ')} ${zipCode}`.trim()

/** 128 random bits as base64url: not guessable, and safe in a path. */
export const isProjectId = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)
