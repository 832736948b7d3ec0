import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fields } from './fields.ts'
import { answerOf, OTHER, selectionOf } from './other-answer.ts'

const field = fields.remodellingReasons

it('an option is marked as itself, with no words', () => {
  for (const option of field.options) assert.deepEqual(selectionOf(field, option), { option, text: '' })
  assert.deepEqual(selectionOf(field, ''), { option: '', text: '' })
})

it('an answer that is none of the options is the visitor’s own words', () => {
  assert.deepEqual(selectionOf(field, 'The island is in the way'), {
    option: OTHER,
    text: 'The island is in the way',
  })
})

it('Other with an empty box is stored as the word, and comes back as an empty box', () => {
  assert.equal(answerOf({ option: OTHER, text: '' }), 'Other')
  assert.deepEqual(selectionOf(field, 'Other'), { option: OTHER, text: '' })
})

it('what was marked comes back as it was', () => {
  for (const answer of ['', ...field.options, 'Other', 'anything else']) {
    assert.equal(answerOf(selectionOf(field, answer)), answer)
  }
})
