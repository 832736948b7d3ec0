import { boundsOf, remodelTypes } from './business.ts'
import { fieldMistakes } from './field-mistakes.ts'
import { screenMistakes } from './screen-mistakes.ts'

/**
 * What would crash a screen, keep a visitor on it or be misread at the desk, in sentences for who changed the
 * questions. Types tell of much of it too, but neither the build nor the start looks at types.
 */
export const questionnaireMistakes = (): readonly string[] => [
  ...fieldMistakes(),
  ...screenMistakes(),
  ...unreadRanges(),
]

const unreadRanges = () =>
  Object.values(remodelTypes)
    .filter((type) => boundsOf(type) === null)
    .map(
      ({ name, costRange }) =>
        `The costRange '${costRange}' of ${name} in questionnaire/business.ts does not read as two rising amounts: write it as in '$45,000-85,000'.`,
    )
