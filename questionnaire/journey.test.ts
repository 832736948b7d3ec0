import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noAnswers } from './answers.ts'
import { admitted, furthestOpen } from './journey.ts'
import { sampleAnswers } from './sample-answers.ts'

describe('where a visitor may be', () => {
  it('is the landing or the first question while nothing is answered', () => {
    assert.deepEqual(
      [0, 1, 2, 28].map((wanted) => admitted(wanted, noAnswers)),
      [0, 1, 0, 0],
    )
  })

  it('is anywhere once every question is answered well', () => {
    for (let wanted = 0; wanted <= 28; wanted++) assert.equal(admitted(wanted, sampleAnswers()), wanted)
  })

  it('is at most the first question not answered well', () => {
    const answers = sampleAnswers({ newKitchenImportantFeature: '' })
    assert.equal(furthestOpen(answers), 12)
    assert.deepEqual(
      [3, 12, 13, 28].map((wanted) => admitted(wanted, answers)),
      [3, 12, 12, 12],
    )
  })

  it('is the first of two screens that ask the same thing', () => {
    assert.equal(furthestOpen(sampleAnswers({ email: 'not one' })), 1)
  })

  it('is never held up by what is optional', () => {
    assert.equal(
      furthestOpen(sampleAnswers({ renegadeRemodelersEmailAddress: '', additionalComments: '' })),
      28,
    )
    assert.equal(furthestOpen(sampleAnswers({ renegadeRemodelersEmailAddress: 'no address' })), 20)
  })
})
