import type { AskPhone } from './business.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNamed, fieldNames } from './fields.ts'
import { currentWords } from './former-words.ts'

/** All fields of one visit. Every value is text, `''` when unanswered. */
export type Answers = Readonly<Record<FieldName, string>>

export type Problem =
  | 'missing'
  | 'too long'
  | 'not text'
  | 'unreadable characters'
  | 'not an email address'
  | 'not a phone number'
  | 'not an option'

/** In UTF-16 code units, as HTML's `maxLength` counts. */
export const MAX_ANSWER_LENGTH = 5000

export const noAnswers = answersFrom(() => '')

/** The only validator of an answer. The browser's own checks must agree with it: e2e/visit/same-rules.spec.ts. */
export function problemWith(field: Field, answer: string): Problem | null {
  // Checked first, because the length of white space is limited too.
  if (answer.length > MAX_ANSWER_LENGTH) return 'too long'
  if (answer.trim() === '') return field.optional ? null : 'missing'
  if (!isStorable(answer)) return 'unreadable characters'

  switch (field.kind) {
    case 'text':
    case 'long text':
      return null
    case 'email':
      return EMAIL.test(answer) ? null : 'not an email address'
    case 'phone':
      return PHONE.test(answer) ? null : 'not a phone number'
    case 'dropdown':
      return field.options.includes(answer) ? null : 'not an option'
    case 'choice':
      return field.other || field.options.includes(answer) ? null : 'not an option'
  }
}

/** The answer with the current text of its option. */
export const currentAnswer = (field: Field, answer: string): string =>
  'was' in field ? currentWords(answer, field.was ?? {}) : answer

/**
 * Turns the text of a control into the answer to store:
 * - Text that is only white space becomes empty. Other white space stays, because removing a character while the visitor
 *   types moves the caret.
 * - Longer text is cut, because a form filler may exceed `maxLength`.
 * - An email address loses invisible characters, which come with copied text and which the browser rejects.
 */
export function cleanAnswer(text: string, kind: Field['kind']): string {
  const visible = kind === 'email' ? text.replace(INVISIBLE, '').trim() : text
  const answer = wellFormed(visible.replaceAll('\0', '').slice(0, MAX_ANSWER_LENGTH))
  return answer.trim() === '' ? '' : answer
}

/** Zero-width joiners are not included, because some scripts need them in domains. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** True if every database can store the text. */
export const isStorable = (text: string) => !text.includes('\0') && wellFormed(text) === text

/** Replaces lone surrogates, as `toWellFormed` does. Some supported browsers lack that. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

/** The answers as they leave the page or the server: without `phone`, unless the visitor gave a number. */
export type SentAnswers = Omit<Answers, 'phone'> & Partial<Pick<Answers, 'phone'>>

export const sentAnswers = ({ phone, ...answers }: Answers): SentAnswers =>
  phone === '' ? answers : { ...answers, phone }

/** What the pages of this visit ask. A number that was given before ASK_PHONE was turned off can still be changed. */
export const phoneAsked = (askPhone: AskPhone, { phone }: Answers): AskPhone =>
  askPhone === 'off' && phone !== '' ? 'optional' : askPhone

/** The answers about the project, without those that say who the visitor is. */
export const withoutContact = (answers: Answers): Answers =>
  answersFrom((name) => (isContact(fieldNamed(name)) ? '' : answers[name]))

const isContact = ({ kind, autocomplete = 'off' }: Field) =>
  kind === 'email' || kind === 'phone' || autocomplete !== 'off'

export const isEmpty = (answers: Answers) => areEqual(answers, noAnswers)

export const areEqual = (a: Answers, b: Answers) => fieldNames.every((name) => a[name] === b[name])

export function answersFrom(answerTo: (name: FieldName) => string): Answers {
  // The type of Object.fromEntries does not keep the names.
  return Object.fromEntries(fieldNames.map((name) => [name, answerTo(name)])) as Answers
}

/**
 * What the HTML standard accepts for `type=email`, with letters of any script in the domain: browsers check an
 * international domain in its ASCII form but may return it as typed. The \p{…} classes appear only once because
 * compiling them is slow, and the visitor's first step waits for it.
 */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)(?:\.(?=.)|$))+$/u

/** At least seven digits; people write them in many ways. Also the control's `pattern`. */
export const PHONE = /^(?:\D*\d){7,}\D*$/
