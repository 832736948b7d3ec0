import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type FieldName, fieldNamed } from '../../../questionnaire/fields.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { questionsToAsk } from './questions-to-ask.ts'

/** The option with these words; its position may change. */
function optionOf(name: FieldName, words: RegExp): string {
  const field = fieldNamed(name)
  const options = 'options' in field ? field.options : []
  return options.find((option) => words.test(option)) ?? assert.fail(`${name} has no option with ${words}`)
}

const asked = (
  changes: Parameters<typeof sampleAnswers>[0],
  fit: Parameters<typeof questionsToAsk>[1] = 'within',
) => questionsToAsk(sampleAnswers(changes), fit).join('\n')

it('a budget without an amount is asked for first', () => {
  assert.match(asked({ budget: 'not sure' }, 'unclear'), /^What would they like to spend/)
  assert.doesNotMatch(asked({}), /spend/)
})

it('an unknown type is asked for, and then the amount is not', () => {
  for (const typeOfKitchenRemodel of ['', 'As the types were called before']) {
    const questions = asked({ typeOfKitchenRemodel }, 'unclear')
    assert.match(questions, /^Which of our types/)
    assert.doesNotMatch(questions, /amount/)
  }
  assert.doesNotMatch(asked({}, 'unclear'), /Which of our types/)
})

it('an unanswered project type does not mean an addition', () => {
  assert.doesNotMatch(asked({ projectType: '' }), /besides the kitchen/)
})

it('a budget outside of the range is only called likely', () => {
  assert.match(asked({}, 'below'), /seems to be below/)
  assert.match(asked({}, 'above'), /seems to be above/)
  for (const fit of ['above', 'unclear'] as const) assert.doesNotMatch(asked({}, fit), /below/)
  for (const fit of ['below', 'unclear'] as const) assert.doesNotMatch(asked({}, fit), /above/)
})

it('the design is asked about in each case', () => {
  const design = (words: RegExp) =>
    asked({ newKitchenDesignExists: optionOf('newKitchenDesignExists', words) })
  assert.match(design(/^Yes/), /May we see/)
  assert.match(design(/^No/), /Would they like us/)
  assert.match(design(/hire your company/), /come to measure/)
})

it('financing, other offers, an addition and others who must approve are asked about only where needed', () => {
  for (const [name, words, question] of [
    ['paymentMethod', /financed/, /monthly payment/],
    ['whyNotHiredKitchenRemodeler', /price/, /other offers/],
    ['projectType', /Additional/, /who draws the plans/],
    ['typeOfHome', /Condo/, /association/],
    ['typeOfHome', /Multifamily/, /association/],
    ['remodellingExperience', /first time/, /their first/],
  ] as const)
    assert.match(asked({ [name]: optionOf(name, words) }), question)
  assert.doesNotMatch(asked({}), /monthly payment|other offers|draws the plans|association|their first/)
})

it('a time frame without a date, and a wish of fewer than four words, are asked about', () => {
  const open = `whenever|We don't know yet|Not decided|It must just be done, maybe we may wait|When Jan agrees|
    The remodelers we have heard of may know|Jan and I have not decided|May take a while`
  for (const timeFrame of open.split(/\|\s*/)) assert.match(asked({ timeFrame }), /ready by/, timeFrame)
  const dated = `This spring|next fall|ASAP|As soon as possible|Now!|Right away|by 6/2027|By March|March, if we can|
    End of Jan.|hopefully March|mid January|early May|mid-May|by the end of May|Around May|May|May, if we can|
    September or Oct.|before Thanksgiving`
  for (const timeFrame of dated.split(/\|\s*/))
    assert.doesNotMatch(asked({ timeFrame }), /ready by/, timeFrame)
  for (const [wish, isLittle] of [
    ['', true],
    [' A large island ', true],
    ['An island with stools', false],
  ] as const)
    assert.equal(/said little/.test(asked({ newKitchenImportantFeature: wish })), isLittle, wish)
})
