import { LONGEST_ANSWER } from './answers.ts'
import { strayBraces } from './business.ts'
import type { Field } from './field.ts'
import { type FieldName, fieldNamed, fieldNames } from './fields.ts'
import { OTHER } from './other-answer.ts'

/** What is wrong with the fields themselves, whichever screen asks for them. */
export const fieldMistakes = (): readonly string[] => [
  ...RECORD.filter((name) => !fieldNames.includes(name)).map(
    (name) =>
      `questionnaire/fields.ts has no '${name}' any more, which e-mails and the desk may read: put it back. To ask it no more, take it off questionnaire/screens.ts only.`,
  ),
  ...fieldNames.flatMap((name) =>
    [...wrongName(name), ...wrongQuestion(fieldNamed(name))].map(
      (mistake) => `The question '${name}' of questionnaire/fields.ts ${mistake}`,
    ),
  ),
]

/** What every project has by the specification. Without one of these no e-mail might go, and no Submit end well. */
const RECORD: readonly FieldName[] = [
  'email',
  'projectType',
  'typeOfHome',
  'yearBuilt',
  'typeOfArchitecture',
  'typeOfKitchenRemodel',
  'remodellingExperience',
  'remodellingReasons',
  'newKitchenImportantFeature',
  'primaryMotivatorForRemodelling',
  'newKitchenOtherFeature',
  'paymentMethod',
  'whyNotHiredKitchenRemodeler',
  'newKitchenDesignExists',
  'concernsForHavingKitchenRemodeled',
  'fearsForHiringKitchenRemodeler',
  'firstName',
  'lastName',
  'emailAddress',
  'streetAddress',
  'city',
  'state',
  'zipCode',
  'renegadeRemodelersEmailAddress',
  'timeFrame',
  'budget',
  'additionalComments',
]

/**
 * Who copies a line and forgets to rename it: of two fields of one name the second alone is left, without a word.
 * Only the text of fields.ts still has both.
 */
export function namedTwice(source: string): readonly string[] {
  const names = [...source.matchAll(/^\s*['"]?(\w+)['"]?\s*:\s*\{/gm)].map(([, name]) => name)
  return names
    .filter((name, place) => names.indexOf(name) < place)
    .map((name) => `The question '${name}' stands in questionnaire/fields.ts twice: give one another name.`)
}

const hasOptions: Readonly<Record<Field['kind'], boolean>> = {
  email: false,
  text: false,
  'long text': false,
  dropdown: true,
  choice: true,
}

/** What no key of a submission may be: every object has such names already, and some lead into its prototype. */
export const FORBIDDEN_KEYS: readonly string[] = [
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]

/** Columns that a table has without being told: one of SQLite, which orders exports, and those of PostgreSQL. */
const SYSTEM = ['rowid', 'tableoid', 'ctid', 'xmin', 'xmax', 'cmin', 'cmax']

/** What stands beside the answers, in the store and in the export; `accessToken` is the e-mail service's. */
const TAKEN = ['id', 'createdAt', 'accessToken', ...SYSTEM, ...FORBIDDEN_KEYS]

/** PostgreSQL's, which cuts what is longer. */
const LONGEST_NAME = 63

/** A name is a column too, and databases do not tell `Budget` from `budget`. */
function wrongName(name: FieldName): readonly string[] {
  if (!/^[a-z][a-z\d]*$/i.test(name))
    return ['has a name that is not of the letters a to z and digits alone, a letter first: write it so.']
  if (name.length > LONGEST_NAME) return [`has a name of more than ${LONGEST_NAME} letters: shorten it.`]
  const before: readonly string[] = [...TAKEN, ...fieldNames.slice(0, fieldNames.indexOf(name))]
  const same = before.find((other) => other.toLowerCase() === name.toLowerCase())
  return same ? [`has the same name as '${same}' of the stored record, capitals aside: choose another.`] : []
}

function wrongQuestion(field: Field): readonly string[] {
  if (!Object.hasOwn(hasOptions, field.kind))
    return [`has the kind '${field.kind}', which is none of: ${Object.keys(hasOptions).join(', ')}.`]
  return [...wrongLabel(field.label), ...(hasOptions[field.kind] ? wrongOptions(field) : [])]
}

function wrongLabel(label: string): readonly string[] {
  if (isBlank(label)) return ['has no label: write the words that ask it.']
  return strayBraces(label).map(
    (braces) => `has '${braces}' in its label, which nobody would replace: write {brand} for the business.`,
  )
}

function wrongOptions(field: Field): readonly string[] {
  const options = 'options' in field ? field.options : []
  if (!Array.isArray(options)) return ["has options that are no list: write them as in ['Yes', 'No']."]
  if (options.length === 0) return ['has no options: write what may be chosen.']
  const isOtherAdded = field.kind === 'choice' && field.other
  // Array.from also sees what two commas leave between them, where a screen would crash.
  return Array.from(options).flatMap((option, place) => {
    if (!(place in options)) return ['has a comma with no option before it: take the comma off.']
    if (typeof option !== 'string' && option !== undefined)
      return [`has the option ${option} without quotes: write '${option}'.`]
    if (isBlank(option)) return ['has an empty option: take it off.']
    if (option.trim() !== option) return [`has the option '${option}' with blanks at an end: take them off.`]
    if (option.length > LONGEST_ANSWER)
      return [
        `has an option of more than ${LONGEST_ANSWER} characters, which nobody could submit: shorten it.`,
      ]
    if (options.indexOf(option) < place) return [`has the option '${option}' twice: take one off.`]
    if (option.includes('{brand}'))
      return ["has '{brand}' in an option, which nobody would replace: write the words themselves."]
    if (isOtherAdded && option === OTHER)
      return [`has the option '${OTHER}', which other: true adds already: take one of the two off.`]
    return []
  })
}

const isBlank = (words: unknown) => typeof words !== 'string' || words.trim() === ''
