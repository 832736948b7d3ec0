import fc from 'fast-check'
import { LONGEST_ANSWER } from '../../questionnaire/answers.ts'
import type { Field } from '../../questionnaire/field.ts'
import { type FieldName, fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { answersOf, newId } from '../harness/visitor.ts'
import { type HostileCase, kept, put } from './hostile-case.ts'
import { noEmails, noYears, twists } from './hostile-texts.ts'
import { naughtyStrings } from './naughty-strings.ts'

const openFields = fieldNames.filter((name) => ['text', 'long text'].includes(fieldNamed(name).kind))
const emailFields = fieldNames.filter((name) => fieldNamed(name).kind === 'email')
const optionFields = fieldNames.filter((name) => 'options' in fieldNamed(name))
const requiredFields = fieldNames.filter((name) => !fieldNamed(name).optional)
const closedFields = optionFields.filter((name) => !('other' in fieldNamed(name)))
const openChoices = optionFields.filter((name) => 'other' in fieldNamed(name))

const optionsOf = (name: FieldName): readonly string[] => {
  const field: Field = fieldNamed(name)
  return 'options' in field ? field.options : []
}
const optionOf = (name: FieldName, at: number) => optionsOf(name)[at % optionsOf(name).length] ?? ''

const withAnswer = (name: string, answer: unknown): Record<string, unknown> => ({
  ...answersOf(newId()),
  [name]: answer,
})

const text = fc.oneof(
  fc.constantFrom(...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }),
)
const field = (names: readonly FieldName[]) => fc.constantFrom(...names)
const isGood = (answer: string) =>
  answer.trim() !== '' && answer.length <= LONGEST_ANSWER && answer.isWellFormed() && !answer.includes('\0')

const goodText = fc
  .tuple(field(openFields), text.filter(isGood))
  .map(([name, answer]) => kept('3.6 3.7 3.8', { [name]: answer }))

/** Letters that the judge lets into a domain, among them such as have a byte that would end a header's line. */
const letter = fc.constantFrom(
  'a',
  '-a',
  'ü',
  '字',
  '\u05d0',
  '\u010d\u010a',
  '\u010a',
  '\u013a',
  '\u0120',
  '\u012e',
)
const label = fc.array(letter, { minLength: 1, maxLength: 12 }).map((letters) => `x${letters.join('')}`)
const strangeEmail = fc
  .tuple(field(emailFields), fc.array(label, { minLength: 1, maxLength: 4 }))
  .map(([name, labels]) => kept('3.8', { [name]: `o'hara+{x}@${labels.join('.')}` }))

const badValue = fc
  .tuple(
    field(fieldNames),
    fc.oneof(
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.string(), { maxLength: 2 }),
      fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
      fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udc00', 'x'.repeat(LONGEST_ANSWER + 1), 'x'.repeat(200_000)),
    ),
  )
  .map(([name, value]) => put('3.4', withAnswer(name, value)))

/** White space is no answer. */
const blank = fc
  .tuple(field(requiredFields), fc.constantFrom('', ' ', '\t\r\n', '\u00a0', '\u3000', '\ufeff'))
  .map(([name, answer]) => put('3.4', withAnswer(name, answer)))

const missing = field(requiredFields).map((name) => {
  const { [name]: _left, ...rest } = answersOf(newId())
  return put('3.4', rest)
})

const noOption = fc
  .tuple(field(closedFields), text)
  .filter(
    ([name, answer]) =>
      answer.trim() !== '' && !JSON.stringify(fieldNamed(name)).includes(JSON.stringify(answer)),
  )
  .map(([name, answer]) => put('3.4', withAnswer(name, answer)))

/** What looks like an option, and is not the same letters. */
const nearOption = fc
  .tuple(field(closedFields), fc.nat(), fc.constantFrom(...twists))
  .map(([name, at, twist]) => [name, twist(optionOf(name, at))] as const)
  .filter(([name, near]) => !optionsOf(name).includes(near))
  .map(([name, near]) => put('3.4', withAnswer(name, near)))

const noYear = fc.constantFrom<unknown>(...noYears).map((year) => put('3.4', withAnswer('yearBuilt', year)))

const option = fc
  .tuple(field(optionFields), fc.nat())
  .map(([name, at]) => kept('3.4', { [name]: optionOf(name, at) }))

/** The visitor's own words, however near to an option they are. */
const ownWords = fc
  .tuple(field(openChoices), fc.nat(), fc.constantFrom(...twists))
  .map(([name, at, twist]) => kept('3.4', { [name]: twist(optionOf(name, at)) }))

const badEmail = fc
  .tuple(field(emailFields), fc.constantFrom(...noEmails))
  .map(([name, answer]) => put('3.5', withAnswer(name, answer)))

/** Answers of which each has to be kept, or refused, as it is. */
export const hostileAnswers: fc.Arbitrary<HostileCase> = fc.oneof(
  { weight: 1, arbitrary: goodText },
  { weight: 1, arbitrary: strangeEmail },
  { weight: 1, arbitrary: fc.oneof(option, ownWords) },
  { weight: 6, arbitrary: badValue },
  { weight: 2, arbitrary: fc.oneof(missing, blank) },
  { weight: 4, arbitrary: fc.oneof(noOption, nearOption, noYear) },
  { weight: 4, arbitrary: badEmail },
)
