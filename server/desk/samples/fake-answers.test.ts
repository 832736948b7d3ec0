import assert from 'node:assert/strict'
import { it } from 'node:test'
import { parseAnswers } from '../../../questionnaire/parse-answers.ts'
import { fakeAnswers } from './fake-answers.ts'

it('fake answers are valid', () => {
  for (let made = 0; made < 200; made++)
    assert.deepEqual(parseAnswers(fakeAnswers(Math.random), { askPhone: 'off' })?.problems, {})
})
