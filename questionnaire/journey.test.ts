import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answers, answersFrom, noAnswers } from './answers.ts'
import { fieldNamed } from './fields.ts'
import { allowedScreen, firstOtherWithoutText, furthestOpen } from './journey.ts'
import { OTHER } from './other-answer.ts'
import { sampleAnswers } from './sample-answers.ts'
import { LAST } from './screens.ts'
import { askedWithOther, firstAsking, lastAsking } from './test-screens.ts'

const seen = (furthest: number, changes: Partial<Answers> = {}) => ({
  answers: sampleAnswers(changes),
  furthest,
})

describe('where a visitor may be', () => {
  it('is the landing or the first question while nothing is answered', () => {
    const first = firstAsking('email')
    assert.deepEqual(
      [0, first, first + 1, LAST].map((wanted) => allowedScreen(wanted, { answers: noAnswers, furthest: 0 })),
      [0, first, 0, 0],
    )
  })

  it('is anywhere once every question is answered well', () => {
    for (let wanted = 0; wanted <= LAST; wanted++) assert.equal(allowedScreen(wanted, seen(LAST)), wanted)
  })

  it('is at most the first question not answered well', () => {
    const visitor = seen(LAST, { newKitchenImportantFeature: '' })
    const wish = firstAsking('newKitchenImportantFeature')
    assert.equal(furthestOpen(visitor), wish)
    assert.deepEqual(
      [wish - 1, wish, wish + 1, LAST].map((wanted) => allowedScreen(wanted, visitor)),
      [wish - 1, wish, wish, wish],
    )
  })

  it('is the one of two screens with the same question on which it was last seen', () => {
    const again = lastAsking('email')
    assert.equal(furthestOpen(seen(again - 1, { email: 'not one' })), firstAsking('email'))
    assert.equal(furthestOpen(seen(again, { email: 'not one' })), again)
    const both = { email: 'not one', typeOfHome: 'not an option' }
    assert.equal(furthestOpen(seen(LAST, both)), firstAsking('typeOfHome'))
  })

  it('is never held up by what is optional', () => {
    const answers = answersFrom((name) => (fieldNamed(name).optional ? '' : sampleAnswers()[name]))
    assert.equal(furthestOpen({ answers, furthest: LAST }), LAST)
    assert.equal(
      furthestOpen(seen(LAST, { renegadeRemodelersEmailAddress: 'no address' })),
      firstAsking('renegadeRemodelersEmailAddress'),
    )
  })
})

it('Other without words is looked for from one screen on, that one included', () => {
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
