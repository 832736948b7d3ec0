import { type FieldName, fieldNamed, fieldNames, fields } from './fields.ts'
import { chapters, fieldsOf, LAST, pathOf, type Screen, screens, slideNames } from './screens.ts'

/** What is wrong with the screens: their order, what each says of itself, and what it asks. */
export const screenMistakes = (): readonly string[] => [
  ...unknownNames(),
  ...unknownSlides(),
  ...wrongEnds(),
  ...screens.flatMap((screen: Screen, index) =>
    [...wrongWords(screen), ...wrongCount(screen)].map(
      (mistake) => `The screen ${nameOf(screen, index)} of questionnaire/screens.ts ${mistake}`,
    ),
  ),
]

const nameOf = (screen: Screen, index: number) =>
  'title' in screen && screen.title ? `'${screen.title}'` : pathOf(index)

const asks: Readonly<Record<Screen['kind'], boolean>> = {
  landing: false,
  begin: true,
  questions: true,
  slide: false,
  submit: false,
}

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

/** `/` is the landing whatever the list says, and only the last screen is free of a Next. */
function wrongEnds(): readonly string[] {
  const kinds = screens.map(({ kind }: Screen) => kind)
  if (kinds.lastIndexOf('landing') === 0 && kinds.indexOf('submit') === LAST) return []
  return ["questionnaire/screens.ts has to begin with its one 'landing' and end with its one 'submit'."]
}

function wrongWords(screen: Screen): readonly string[] {
  if (!Object.hasOwn(asks, screen.kind))
    return [`has the kind '${screen.kind}', which is none of: ${Object.keys(asks).join(', ')}.`]
  if (screen.kind === 'landing') return []
  return [
    ...(chapters.includes(screen.chapter)
      ? []
      : [`has the chapter '${screen.chapter}', which is none of: ${chapters.join(', ')}.`]),
    ...(screen.title?.trim() || isLabelOf(screen) ? [] : ['has no title: write its heading.']),
  ]
}

/** A label that is missing is told as the field's. */
const isLabelOf = (screen: Exclude<Screen, { kind: 'landing' }>) =>
  fieldsOf(screen).some((name) => fields[name]?.label === screen.title)

/** A screen asks something, nothing twice, and two of them have room for one question only. */
function wrongCount(screen: Screen): readonly string[] {
  if (!asks[screen.kind]) return []
  const names = fieldsOf(screen)
  if (names.length === 0) return ['asks nothing: take it off.']
  const twice = names.filter((name, place) => names.indexOf(name) < place)
  const alone = screen.kind === 'begin' ? 'email' : names.find(isHouseChart)
  const crowding = alone ? names.filter((name) => name !== alone) : []
  return [
    ...twice.map((name) => `asks for '${name}' twice: take one off.`),
    ...crowding.map((name) => `shows '${alone}' alone: ask for '${name}' on another.`),
  ]
}

function isHouseChart(name: FieldName): boolean {
  if (!fieldNames.includes(name)) return false
  const field = fieldNamed(name)
  return field.kind === 'choice' && field.pictured === 'house'
}
