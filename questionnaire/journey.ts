import { type Answers, isEmpty, problemWith } from './answers.ts'
import { fieldNamed } from './fields.ts'
import { fieldsOf, LAST, screens } from './screens.ts'

/** The first screen with a question not yet answered well; the last one when there is none. */
export function furthestOpen(answers: Answers): number {
  const index = screens.findIndex((screen) =>
    fieldsOf(screen).some((name) => problemWith(fieldNamed(name), answers[name]) !== null),
  )
  return index === -1 ? LAST : index
}

/**
 * Where a visitor who asks for a screen may be. It is computed from the answers and never stored, so no
 * way of walking reaches Submit with a record that the judge refuses.
 */
export function admitted(wanted: number, answers: Answers): number {
  const furthest = furthestOpen(answers)
  if (wanted <= furthest) return wanted
  return isEmpty(answers) ? 0 : furthest
}
