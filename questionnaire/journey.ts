import { type Answers, isEmpty, problemWith } from './answers.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNamed } from './fields.ts'
import { OTHER } from './other-answer.ts'
import { fieldsOf, LAST, screens } from './screens.ts'

/** How far a visitor is. */
interface Progress {
  readonly answers: Answers
  /** The furthest screen that was shown. */
  readonly furthest: number
}

/** The first screen with a question not yet answered well; the last one when there is none. */
export function furthestOpen({ answers, furthest }: Progress): number {
  const index = screens.findIndex((screen, at) =>
    fieldsOf(screen).some(
      (name) => problemWith(fieldNamed(name), answers[name]) !== null && !isAskedAgain(name, at, furthest),
    ),
  )
  return index === -1 ? LAST : index
}

/** What is asked twice is wanted where the visitor saw it last: the first e-mail address stands beside the name again. */
const isAskedAgain = (name: FieldName, index: number, furthest: number) =>
  screens.slice(index + 1, furthest + 1).some((screen) => fieldsOf(screen).includes(name))

/**
 * Where a visitor who asks for a screen may be. It is computed from the answers each time, so no way of walking
 * reaches Submit with a record that the judge refuses.
 */
export function admitted(wanted: number, progress: Progress): number {
  const open = furthestOpen(progress)
  if (wanted <= open) return wanted
  return isEmpty(progress.answers) ? 0 : open
}

/**
 * The first screen from one on where Other has no words; the last one when there is none. The judge lets the word
 * alone pass, since it may have been typed, so only who comes past such a screen without its form is stopped there.
 */
export function firstWithoutWords(answers: Answers, from = 0): number {
  const index = screens.findIndex(
    (screen, at) =>
      at >= from && fieldsOf(screen).some((name) => isWithoutWords(fieldNamed(name), answers[name])),
  )
  return index === -1 ? LAST : index
}

const isWithoutWords = (field: Field, answer: string) =>
  field.kind === 'choice' && field.other === true && answer === OTHER
