import { boundsOf, type RemodelType, remodelTypes } from './business.ts'
import { fieldMistakes } from './field-mistakes.ts'
import { screenMistakes } from './screen-mistakes.ts'

/**
 * What would crash a screen, keep a visitor on it or be misread at the desk, in sentences for who changed the
 * questions. Types tell of much of it too, but neither the build nor the start looks at types.
 */
export const questionnaireMistakes = (): readonly string[] => [
  ...fieldMistakes(),
  ...screenMistakes(),
  ...unsaidParts(),
  ...unreadRanges(),
]

/** What the slides and the desk show of a type, and crash without. */
const unsaidParts = () =>
  Object.entries<RemodelType>(remodelTypes).flatMap(([key, { name, answer, scope }]) =>
    Object.entries({ name, answer, 'scope as a list': Array.isArray(scope) ? scope : [] })
      .filter(([, said]) => (said?.length ?? 0) === 0)
      .map(([part]) => `The type '${key}' of questionnaire/business.ts has no ${part}: write it.`),
  )

const unreadRanges = () =>
  Object.values(remodelTypes)
    .filter((type) => boundsOf(type) === null)
    .map(
      ({ name, costRange }) =>
        `The costRange '${costRange}' of ${name} in questionnaire/business.ts does not read as two rising amounts: write it as in '$45,000-85,000'.`,
    )
