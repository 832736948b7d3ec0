import { boundsOf, remodelTypes } from './business.ts'
import { fieldNames } from './fields.ts'
import { fieldsOf, screens } from './screens.ts'

/**
 * What would crash a screen or be misread at the desk, in sentences for who changed the questions. Types tell
 * of the names too, but neither the build nor the start looks at types.
 */
export const questionnaireMistakes = (): readonly string[] => [...unknownNames(), ...unreadRanges()]

const unknownNames = () =>
  screens
    .flatMap((screen) => fieldsOf(screen))
    .filter((name) => !fieldNames.includes(name))
    .map(
      (name) => `questionnaire/screens.ts asks for '${name}', which is no field of questionnaire/fields.ts.`,
    )

const unreadRanges = () =>
  Object.values(remodelTypes)
    .filter((type) => boundsOf(type) === null)
    .map(
      ({ name, costRange }) =>
        `The costRange '${costRange}' of ${name} in questionnaire/business.ts does not read as two rising amounts: write it as in '$45,000-85,000'.`,
    )
