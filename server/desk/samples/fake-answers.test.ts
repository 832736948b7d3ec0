import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readAnswers } from '../../../questionnaire/read-answers.ts'
import { fakeAnswers } from './fake-answers.ts'

it('what is made up could have been submitted, whatever the owner has made of the questions', () => {
  for (let made = 0; made < 200; made++)
    assert.deepEqual(readAnswers(fakeAnswers(Math.random), { sameVersion: true })?.problems, {})
})
