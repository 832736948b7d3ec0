import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answers, answersFrom, noAnswers } from './answers.ts'
import { type AskPhone, askPhoneStates } from './business.ts'
import { fieldNamed } from './fields.ts'
import { allowedScreen, firstInvalidScreen, firstOtherWithoutText } from './journey.ts'
import { OTHER } from './other-answer.ts'
import { sampleAnswers } from './sample-answers.ts'
import { LAST } from './screens.ts'
import { askedWithOther, firstAsking, lastAsking } from './testing/find-screens.ts'

const visitor = (furthest: number, changes: Partial<Answers> = {}) => ({
  answers: sampleAnswers(changes),
  furthest,
  askPhone: 'off' as const,
})

describe('the allowed screen', () => {
  it('is the landing or the first question while nothing is answered', () => {
    const first = firstAsking('email')
    assert.deepEqual(
      [0, first, first + 1, LAST].map((wanted) => allowedScreen(wanted, visitor(0, noAnswers))),
      [0, first, 0, 0],
    )
  })

  it('is any screen once every answer is valid', () => {
    for (let wanted = 0; wanted <= LAST; wanted++) assert.equal(allowedScreen(wanted, visitor(LAST)), wanted)
  })

  it('is no further than the first with an invalid answer', () => {
    const blocked = visitor(LAST, { newKitchenImportantFeature: '' })
    const wish = firstAsking('newKitchenImportantFeature')
    assert.equal(firstInvalidScreen(blocked), wish)
    assert.deepEqual(
      [wish - 1, wish, wish + 1, LAST].map((wanted) => allowedScreen(wanted, blocked)),
      [wish - 1, wish, wish, wish],
    )
  })

  it('for a question asked twice is the one where the visitor saw it last', () => {
    const again = lastAsking('email')
    assert.equal(firstInvalidScreen(visitor(again - 1, { email: 'not one' })), firstAsking('email'))
    assert.equal(firstInvalidScreen(visitor(again, { email: 'not one' })), again)
    const both = { email: 'not one', typeOfHome: 'not an option' }
    assert.equal(firstInvalidScreen(visitor(LAST, both)), firstAsking('typeOfHome'))
  })

  it('does not depend on optional answers, unless they are invalid', () => {
    const answers = answersFrom((name) => (fieldNamed(name).optional ? '' : sampleAnswers()[name]))
    assert.equal(firstInvalidScreen(visitor(LAST, answers)), LAST)
    assert.equal(
      firstInvalidScreen(visitor(LAST, { renegadeRemodelersEmailAddress: 'no address' })),
      firstAsking('renegadeRemodelersEmailAddress'),
    )
  })

  it('requires a phone number only if the page does, but never passes an invalid one', () => {
    const contact = firstAsking('streetAddress')
    const screenFor = (askPhone: AskPhone, phone: string) =>
      firstInvalidScreen({ ...visitor(LAST, { phone }), askPhone })
    for (const askPhone of askPhoneStates) {
      assert.equal(screenFor(askPhone, '(217) 555-0134'), LAST, askPhone)
      assert.equal(screenFor(askPhone, ''), askPhone === 'required' ? contact : LAST, askPhone)
      // While it is off, the screen still shows a number that was given before.
      assert.equal(screenFor(askPhone, 'call me'), contact, askPhone)
    }
  })
})

it('Other without a text is found from a given screen on', () => {
  const [one, , other] = askedWithOther()
  assert.ok(one && other)
  const answers = sampleAnswers({ [one]: OTHER, [other]: OTHER })
  const [first, second] = [firstAsking(one), firstAsking(other)]
  assert.deepEqual(
    [0, first, first + 1, second, second + 1].map((from) => firstOtherWithoutText(answers, from)),
    [first, first, second, second, LAST],
  )
  assert.equal(firstOtherWithoutText(answers), first)
  assert.equal(firstOtherWithoutText(sampleAnswers({ city: OTHER, timeFrame: OTHER })), LAST)
})
