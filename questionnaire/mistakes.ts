import { boundsOf, remodelTypes } from './business.ts'
import { type FieldName, fieldNamed, fieldNames } from './fields.ts'
import { fieldsOf, type Screen, screens, slideNames } from './screens.ts'

/**
 * What would crash a screen, keep a visitor on it or be misread at the desk, in sentences for who changed the
 * questions. Types tell of the names too, but neither the build nor the start looks at types.
 */
export const questionnaireMistakes = (): readonly string[] => [
  ...unknownNames(),
  ...unknownSlides(),
  ...screens.flatMap(wrongCount),
  ...unreadRanges(),
]

const unknownNames = () =>
  screens
    .flatMap((screen) => fieldsOf(screen))
    .filter((name) => !fieldNames.includes(name))
    .map(
      (name) => `questionnaire/screens.ts asks for '${name}', which is no field of questionnaire/fields.ts.`,
    )

const unknownSlides = () =>
  screens
    .flatMap((screen: Screen) => (screen.kind === 'slide' ? [screen.slide] : []))
    .filter((slide) => !slideNames.includes(slide))
    .map(
      (slide) =>
        `questionnaire/screens.ts shows '${slide}', which is none of the slides: ${slideNames.join(', ')}.`,
    )

/** A screen asks something, and two of them have room for one question only. */
function wrongCount(screen: Screen): readonly string[] {
  if (screen.kind !== 'begin' && screen.kind !== 'questions') return []
  const where = `The screen '${screen.title}' of questionnaire/screens.ts`
  if (screen.fields.length === 0) return [`${where} asks nothing: take it off.`]
  const alone = screen.kind === 'begin' ? 'email' : screen.fields.find(isHouseChart)
  if (!alone) return []
  return screen.fields
    .filter((name) => name !== alone)
    .map((name) => `${where} shows '${alone}' alone: ask for '${name}' on another.`)
}

function isHouseChart(name: FieldName): boolean {
  if (!fieldNames.includes(name)) return false
  const field = fieldNamed(name)
  return field.kind === 'choice' && field.pictured === 'house'
}

const unreadRanges = () =>
  Object.values(remodelTypes)
    .filter((type) => boundsOf(type) === null)
    .map(
      ({ name, costRange }) =>
        `The costRange '${costRange}' of ${name} in questionnaire/business.ts does not read as two rising amounts: write it as in '$45,000-85,000'.`,
    )
