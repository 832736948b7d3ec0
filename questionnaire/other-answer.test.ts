import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fields } from './fields.ts'
import { answerOf, OTHER, selectionOf } from './other-answer.ts'

const field = fields.remodellingReasons

it('an option is selected without a text', () => {
  for (const option of field.options) assert.deepEqual(selectionOf(field, option), { option, text: '' })
  assert.deepEqual(selectionOf(field, ''), { option: '', text: '' })
})

it('an answer that is not an option is the text of Other', () => {
  assert.deepEqual(selectionOf(field, 'The island is in the way'), {
    option: OTHER,
    text: 'The island is in the way',
  })
})

it('Other with an empty text is stored as the word Other', () => {
  assert.equal(answerOf({ option: OTHER, text: '' }), 'Other')
  assert.deepEqual(selectionOf(field, 'Other'), { option: OTHER, text: '' })
})

it('every answer is restored from its selection', () => {
  for (const answer of ['', ...field.options, 'Other', 'anything else']) {
    assert.equal(answerOf(selectionOf(field, answer)), answer)
  }
})
