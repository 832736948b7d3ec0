import type { Field } from './field.ts'
import { type FieldName, fieldNames } from './fields.ts'

/** All fields of one visit, every one text, `''` when not answered. */
export type Answers = Readonly<Record<FieldName, string>>

export type Problem =
  | 'missing'
  | 'too long'
  | 'not text'
  | 'unreadable characters'
  | 'not an e-mail address'
  | 'not an option'

/** In UTF-16 units, as `maxLength` counts. */
export const LONGEST_ANSWER = 5000

export const noAnswers = answersFrom(() => '')

/** The only judge of an answer. The browser's own checks must mean the same: e2e/same-rules.spec.ts. */
export function problemWith(field: Field, answer: string): Problem | null {
  // Before the emptiness: white space is kept as it came, so it has to be bounded too.
  if (answer.length > LONGEST_ANSWER) return 'too long'
  if (answer.trim() === '') return field.optional ? null : 'missing'
  if (!isReadable(answer)) return 'unreadable characters'

  switch (field.kind) {
    case 'text':
    case 'long text':
      return null
    case 'email':
      return EMAIL.test(answer) ? null : 'not an e-mail address'
    case 'dropdown':
      return field.options.includes(answer) ? null : 'not an option'
    case 'choice':
      return field.other || field.options.includes(answer) ? null : 'not an option'
  }
}

/**
 * What a visitor typed, as it is kept: white space alone is empty. Other white space stays as long as it is being
 * typed, since a field that drops a character throws the caret to its end. What a program puts in may be longer
 * than a field lets anybody type. An e-mail address that is copied may come with marks that nobody sees, and that a
 * browser refuses it for.
 */
export function asTyped(text: string, kind: Field['kind']): string {
  const seen = kind === 'email' ? text.replace(UNSEEN, '').trim() : text
  const kept = readable(seen.replaceAll('\0', '').slice(0, LONGEST_ANSWER))
  return kept.trim() === '' ? '' : kept
}

/** Not the joiners: some scripts write domains with them. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** What every database can keep, and a person can have typed. */
export const isReadable = (text: string) => !text.includes('\0') && readable(text) === text

/** Without halves of characters. Not toWellFormed: browsers that this is built for do not all have it. */
const readable = (text: string) => text.replace(/\p{Surrogate}/gu, '\ufffd')

export const isEmpty = (answers: Answers) => areSame(answers, noAnswers)

export const areSame = (some: Answers, others: Answers) =>
  fieldNames.every((name) => some[name] === others[name])

/** Makes one answer per field. */
export function answersFrom(answerTo: (name: FieldName) => string): Answers {
  // Object.fromEntries forgets which names it was given.
  return Object.fromEntries(fieldNames.map((name) => [name, answerTo(name)])) as Answers
}

/**
 * What the HTML standard lets `type=email` accept. Letters of any script are let into the domain because
 * browsers check an international one in its ASCII form but may hand over the typed form. The classes \p{…} stand in
 * it once: compiling them takes long, and the visitor's first step waits for it.
 */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)(?:\.(?=.)|$))+$/u
