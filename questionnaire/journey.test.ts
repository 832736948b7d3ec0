import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answers, noAnswers } from './answers.ts'
import { admitted, furthestOpen } from './journey.ts'
import { sampleAnswers } from './sample-answers.ts'

const seen = (furthest: number, changes: Partial<Answers> = {}) => ({
  answers: sampleAnswers(changes),
  furthest,
})

describe('where a visitor may be', () => {
  it('is the landing or the first question while nothing is answered', () => {
    assert.deepEqual(
      [0, 1, 2, 28].map((wanted) => admitted(wanted, { answers: noAnswers, furthest: 0 })),
      [0, 1, 0, 0],
    )
  })

  it('is anywhere once every question is answered well', () => {
    for (let wanted = 0; wanted <= 28; wanted++) assert.equal(admitted(wanted, seen(28)), wanted)
  })

  it('is at most the first question not answered well', () => {
    const visitor = seen(28, { newKitchenImportantFeature: '' })
    assert.equal(furthestOpen(visitor), 12)
    assert.deepEqual(
      [3, 12, 13, 28].map((wanted) => admitted(wanted, visitor)),
      [3, 12, 12, 12],
    )
  })

  it('is the one of two screens with the same question on which it was last seen', () => {
    assert.equal(furthestOpen(seen(19, { email: 'not one' })), 1)
    assert.equal(furthestOpen(seen(20, { email: 'not one' })), 20)
    assert.equal(furthestOpen(seen(28, { email: 'not one', typeOfHome: '' })), 5)
  })

  it('is never held up by what is optional', () => {
    assert.equal(furthestOpen(seen(28, { renegadeRemodelersEmailAddress: '', additionalComments: '' })), 28)
    assert.equal(furthestOpen(seen(28, { renegadeRemodelersEmailAddress: 'no address' })), 20)
  })
})
