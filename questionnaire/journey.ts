import { type Answers, isEmpty, phoneAsked, problemWith } from './answers.ts'
import type { AskPhone } from './business.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldAsked, fieldNamed } from './fields.ts'
import { OTHER } from './other-answer.ts'
import { fieldsAsked, fieldsOf, LAST, screens } from './screens.ts'

/** How far the visitor is. */
interface Progress {
  readonly answers: Answers
  /** The furthest screen that was shown. */
  readonly furthest: number
  readonly askPhone: AskPhone
}

/** The first screen with an answer that has a problem; the last screen if there is none. */
export function firstInvalidScreen({ answers, furthest, askPhone }: Progress): number {
  const asked = phoneAsked(askPhone, answers)
  const index = screens.findIndex((screen, at) =>
    fieldsAsked(screen, asked).some(
      (name) =>
        problemWith(fieldAsked(name, asked), answers[name]) !== null && !isAskedAgain(name, at, furthest),
    ),
  )
  return index === -1 ? LAST : index
}

/** A question asked twice, such as the email address, is answered where the visitor saw it last. */
const isAskedAgain = (name: FieldName, index: number, furthest: number) =>
  screens.slice(index + 1, furthest + 1).some((screen) => fieldsOf(screen).includes(name))

/**
 * The screen to show to a visitor who wants to go to `wanted`. It is computed from the answers each time, so no way of
 * navigating reaches Submit with invalid answers.
 */
export function allowedScreen(wanted: number, progress: Progress): number {
  const limit = firstInvalidScreen(progress)
  if (wanted <= limit) return wanted
  // A visitor without answers has not started, so the landing is shown.
  return isEmpty(progress.answers) ? 0 : limit
}

/**
 * The first screen, starting with `from`, where Other is chosen without a text; the last screen if there is none.
 * `problemWith` accepts the word Other, because a visitor may type it, so this stops a visitor who skipped the screen's form.
 */
export function firstOtherWithoutText(answers: Answers, from = 0): number {
  const index = screens.findIndex(
    (screen, at) =>
      at >= from && fieldsOf(screen).some((name) => isOtherWithoutText(fieldNamed(name), answers[name])),
  )
  return index === -1 ? LAST : index
}

const isOtherWithoutText = (field: Field, answer: string) =>
  field.kind === 'choice' && field.other === true && answer === OTHER
