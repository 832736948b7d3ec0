import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fields } from './fields.ts'
import { answerOf, markOf, OTHER } from './other-answer.ts'

const field = fields.remodellingReasons

it('an option is marked as itself, with no words', () => {
  for (const option of field.options) assert.deepEqual(markOf(field, option), { option, words: '' })
  assert.deepEqual(markOf(field, ''), { option: '', words: '' })
})

it('an answer that is none of the options is the visitor’s own words', () => {
  assert.deepEqual(markOf(field, 'The island is in the way'), {
    option: OTHER,
    words: 'The island is in the way',
  })
})

it('Other with an empty box is stored as the word, and comes back as an empty box', () => {
  assert.equal(answerOf({ option: OTHER, words: '' }), 'Other')
  assert.deepEqual(markOf(field, 'Other'), { option: OTHER, words: '' })
})

it('what was marked comes back as it was', () => {
  for (const answer of ['', ...field.options, 'Other', 'anything else']) {
    assert.equal(answerOf(markOf(field, answer)), answer)
  }
})
