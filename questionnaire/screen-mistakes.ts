import { strayBraces } from './business.ts'
import { isHouseChart } from './field.ts'
import { type FieldName, fieldNamed, fieldNames, fields } from './fields.ts'
import { chapters, fieldsOf, LAST, pathOf, type Screen, screens, slideNames } from './screens.ts'

/** What is wrong with the screens: their order, what each says of itself, and what it asks. */
export function screenMistakes(): readonly string[] {
  const words = bareWords()
  if (words.length > 0) return words
  return [
    ...doubledCommas(),
    ...unknownNames(),
    ...unknownSlides(),
    ...wrongEnds(),
    ...screens.flatMap((screen: Screen, index) =>
      wrongScreen(screen).map(
        (mistake) => `The screen ${nameOf(screen, index)} of questionnaire/screens.ts ${mistake}`,
      ),
    ),
  ]
}

const nameOf = (screen: Screen, index: number) =>
  'title' in screen && screen.title ? `'${screen.title}'` : pathOf(index)

const asks: Readonly<Record<Screen['kind'], boolean>> = {
  landing: false,
  begin: true,
  questions: true,
  slide: false,
  submit: false,
}

/** Who forgets `ask` leaves the name of a question where a screen belongs. */
const bareWords = () =>
  screens
    .filter((screen: unknown) => typeof screen === 'string')
    .map(
      (words) =>
        `questionnaire/screens.ts has '${words}' where a screen belongs: write it as in ask('house', '${words}').`,
    )

/** Two of them leave a screen between them that is nothing, and there a visit would end. */
const doubledCommas = () =>
  Array.from<Screen | undefined>(screens).flatMap((screen, index, all) => {
    const before = all[index - 1]
    const where = before ? `after ${nameOf(before, index - 1)}` : 'at its beginning'
    return screen
      ? []
      : [`questionnaire/screens.ts has a comma with no screen before it ${where}: take the comma off.`]
  })

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

/** By the text of web/slides/slides.ts, where the components stand: such a screen would be empty, with no way on. */
export function unshownSlides(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*/gs, '')
  const shown = [...code.matchAll(/(?<=^|[{,])\s*['"]?([\w-]+)['"]?\s*(?=[:,}])/gm)].map(([, name]) => name)
  return screens
    .flatMap((screen: Screen) => (screen.kind === 'slide' ? [screen.slide] : []))
    .filter((slide) => slideNames.includes(slide) && !shown.includes(slide))
    .map(
      (slide) =>
        `questionnaire/screens.ts shows '${slide}', which has no line in web/slides/slides.ts: write its component and that line, or take it off.`,
    )
}

/** `/` shows the landing whatever the list says, and only Submit leads on from the last screen. */
function wrongEnds(): readonly string[] {
  const kinds = screens.map(({ kind }: Screen) => kind)
  if (kinds.lastIndexOf('landing') === 0 && kinds.indexOf('submit') === LAST) return []
  return ["questionnaire/screens.ts has to begin with its one 'landing' and end with its one 'submit'."]
}

function wrongScreen(screen: Screen): readonly string[] {
  if (!Object.hasOwn(asks, screen.kind))
    return [`has the kind '${screen.kind}', which is none of: ${Object.keys(asks).join(', ')}.`]
  if (!Array.isArray(fieldsOf(screen))) return ["has fields that are no list: write them as in ['city']."]
  return [...wrongWords(screen), ...wrongCount(screen)]
}

function wrongWords(screen: Screen): readonly string[] {
  if (screen.kind === 'landing') return []
  return [
    ...(chapters.includes(screen.chapter)
      ? []
      : [`has the chapter '${screen.chapter}', which is none of: ${chapters.join(', ')}.`]),
    ...(isLabelOf(screen) ? [] : wrongTitle(screen.title)),
  ]
}

function wrongTitle(title: string | undefined): readonly string[] {
  if (!title?.trim()) return ['has no title: write its heading.']
  return strayBraces(title).map(
    (braces) => `has '${braces}' in its title, which nobody would replace: write {brand} for the business.`,
  )
}

/** What is wrong with a label that is a title too is told as the field's. */
const isLabelOf = (screen: Exclude<Screen, { kind: 'landing' }>) =>
  fieldsOf(screen).some((name) => fields[name]?.label === screen.title)

/** A screen asks something, nothing twice, and two of them have room for one question only. */
function wrongCount(screen: Screen): readonly string[] {
  const names = fieldsOf(screen)
  if (!asks[screen.kind])
    return names.map(
      (name) => `is a ${screen.kind} and cannot ask for '${name}': ask on another, of the kind 'questions'.`,
    )
  if (names.length === 0) return ['asks nothing: take it off.']
  if (Array.from<FieldName | undefined>(names).includes(undefined))
    return ['has a comma with no field before it: take the comma off.']
  const twice = names.filter((name, place) => names.indexOf(name) < place)
  const alone = screen.kind === 'begin' ? 'email' : names.find(isAskedAlone)
  const crowding = alone ? names.filter((name) => name !== alone) : []
  return [
    ...twice.map((name) => `asks for '${name}' twice: take one off.`),
    ...crowding.map((name) => `shows '${alone}' alone: ask for '${name}' on another.`),
  ]
}

/** A misspelt name has no field, and is told by itself. */
const isAskedAlone = (name: FieldName) => fieldNames.includes(name) && isHouseChart(fieldNamed(name))
