import assert from 'node:assert/strict'
import { it } from 'node:test'
import { OUR_COSTS, skills, virtues } from '../questionnaire/business.ts'
import { type FieldName, fieldNamed, fields } from '../questionnaire/fields.ts'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { leadPaintNoteOf, promisesFor, telUrl } from './call-sheet.ts'

const worries = [
  ...fields.concernsForHavingKitchenRemodeled.options,
  ...fields.fearsForHiringKitchenRemodeler.options,
]

/** The option with these words; its position may change. */
function optionOf(name: FieldName, words: RegExp): string {
  const field = fieldNamed(name)
  return oneOf('options' in field ? field.options : [], words, name)
}

function oneOf(list: readonly string[], words: RegExp, name: string): string {
  return list.find((one) => words.test(one)) ?? assert.fail(`${name} has no option with ${words}`)
}

for (const worry of worries) {
  it(`a promise answers '${worry}'`, () => {
    assert.ok(promisesFor(worry, 'Renegade Remodelers').length > 0)
  })
}

it('a promise names the business and uses the words of the slides', () => {
  const said = (worry: RegExp, name: FieldName = 'concernsForHavingKitchenRemodeled') =>
    promisesFor(optionOf(name, worry), 'Able Kitchens')
  const claim = (words: RegExp) => oneOf(skills, words, 'skills')
  const virtue = (words: RegExp) => oneOf(virtues, words, 'virtues')
  assert.deepEqual(said(/professional/), [
    `Our Able Kitchens are ${virtue(/professional/)} and ${virtue(/organized/)}.`,
    `They are trained in ${claim(/communication/)} and ${claim(/agreements/)}.`,
  ])
  assert.deepEqual(said(/on time/), [
    `They are trained in ${claim(/schedules/)} and ${claim(/until complete/)}.`,
  ])
  assert.deepEqual(said(/afford/), [
    OUR_COSTS.replace('{brand}', 'Able Kitchens'),
    `They are trained in ${claim(/scope/)}.`,
  ])
  assert.deepEqual(said(/trust/, 'fearsForHiringKitchenRemodeler'), [
    `Our Able Kitchens are ${virtue(/dependable/)}.`,
    `They are trained in ${claim(/communication/)} and ${claim(/keeping/)}.`,
  ])
})

it('a concern in the homeowner’s own words has no promise', () => {
  assert.deepEqual(promisesFor('The dog bites', 'Able Kitchens'), [])
  assert.deepEqual(promisesFor('constructor', 'Able Kitchens'), [])
  assert.deepEqual(promisesFor('', 'Able Kitchens'), [])
})

it('a phone number is dialed without its extension and without the words around it', () => {
  for (const [answer, number] of [
    ['(217) 555-0134', '2175550134'],
    ['+1 217.555.0134 ext. 2', '+12175550134'],
    ['030/123 4567 x2', '0301234567'],
    ['Home: 555\u20110134, before 8', '5550134'],
    ['217 555 0134 / 217 555 0199', '2175550134'],
  ] as const)
    assert.equal(telUrl(answer), `tel:${number}`, answer)
  for (const answer of ['', '12 Maple Street', '5 5 5 and 0 1 3 4'])
    assert.equal(telUrl(answer), null, answer)
})

it('the note on lead-safe work is for houses built before 1978', () => {
  assert.match(leadPaintNoteOf(sampleAnswers({ yearBuilt: '1977' })) ?? '', /lead-safe/)
  assert.equal(leadPaintNoteOf(sampleAnswers({ yearBuilt: '1978' })), null)
  assert.equal(leadPaintNoteOf(sampleAnswers({ yearBuilt: '' })), null)
})
