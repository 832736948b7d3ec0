import type { Answers, SentAnswers } from './answers.ts'
import { withBrand } from './business.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNamed, fieldNames, fields } from './fields.ts'
import { fieldsAsked, screens } from './screens.ts'
import type { Source } from './source.ts'

/** The stored record. The store sets `createdAt` when it first saves the project. */
export interface Project {
  readonly id: string
  readonly createdAt: Date
  readonly answers: Answers
  /** Where the visit came from when it first submitted the project. */
  readonly source: Source
}

export interface Row {
  readonly name: FieldName
  readonly question: string
  readonly answer: string
  /** The last screen that asks it; `email` is asked on two. */
  readonly screen: number
}

/** Each question once, with the last screen that asks it. */
const lastAsked = screens
  .flatMap((screen, index) => fieldsAsked(screen, 'optional').map((name) => ({ name, screen: index })))
  .filter(({ name }, place, all) => all.findLastIndex((later) => later.name === name) === place)

/**
 * Every question on the screens with its answer, in the order of the visit, for the review and the email. A phone number
 * has a row only if it was given.
 */
export const rowsOf = (answers: SentAnswers, brandName: string): readonly Row[] =>
  lastAsked
    .filter(({ name }) => name !== 'phone' || answers.phone)
    .map(({ name, screen }) => ({
      name,
      question: withBrand(fields[name].label, brandName),
      answer: readableAnswer(name, answers),
      screen,
    }))

/** The other answers: to questions that are no longer, or never were, on a screen. */
export const unaskedRowsOf = (answers: SentAnswers, brandName: string): readonly Omit<Row, 'screen'>[] =>
  fieldNames
    .filter((name) => answers[name] && !lastAsked.some((row) => row.name === name))
    .map((name) => ({
      name,
      question: withBrand(fields[name].label, brandName),
      answer: readableAnswer(name, answers),
    }))

const unchanged = (answer: string) => answer

/** How an answer to each kind of question reads in the review, the emails, the brief and at the desk. */
const readable: Readonly<Record<Field['kind'], (answer: string) => string>> = {
  email: unchanged,
  phone: unchanged,
  text: unchanged,
  'long text': unchanged,
  dropdown: unchanged,
  choice: unchanged,
}

export const readableAnswer = (name: FieldName, answers: Partial<SentAnswers>): string =>
  answers[name] ? readable[fieldNamed(name).kind](answers[name]) : ''

/** `Springfield, IL 62701`, without the parts that are unanswered. */
export const townOf = ({ city, state, zipCode }: SentAnswers): string =>
  `${[city, state].filter(Boolean).join(', ')} ${zipCode}`.trim()

/** The answers to questions for a phone number. */
export const phonesOf = (answers: SentAnswers): readonly string[] => {
  const phones = fieldNames.filter((name) => fieldNamed(name).kind === 'phone')
  return [...new Set(phones.map((name) => answers[name] ?? ''))].filter(Boolean)
}

/** 128 random bits as base64url: impossible to guess, and safe in a path. */
export const PROJECT_ID = /^[A-Za-z0-9_-]{22}$/

export const isProjectId = (text: string) => PROJECT_ID.test(text)

/** The body of the server's response once a project is saved and sent; the page compares it. */
export const SAVED_BODY = {}
