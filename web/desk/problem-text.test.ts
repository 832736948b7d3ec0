import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CallFailure } from './api/call-api.ts'
import { notSavedText, problemText, textProblem } from './problem-text.ts'

const refused = (status: number): CallFailure => ({ kind: 'refused', status, body: null })

it('only too many tries ask to wait', () => {
  assert.match(problemText(refused(429)), /Wait a few minutes/)
  assert.doesNotMatch(problemText(refused(422)), /Wait/)
})

it('a connection on which others could read the password asks for https', () => {
  assert.match(problemText(refused(403)), /^Sign in over https: /)
})

it('a change that the server may have saved is not reported as lost', () => {
  for (const kind of ['offline', 'failed'] as const)
    assert.match(notSavedText({ kind }), /^It may not have been saved\. .* Look at the history/)
  for (const problem of [refused(422), { kind: 'signed out' }, { kind: 'not found' }] as const)
    assert.match(notSavedText(problem), /^Not saved\. /)
})

it('the text names a change on request', () => {
  assert.match(notSavedText({ kind: 'offline' }, 'Called'), /^It may not have been saved: Called\. /)
  assert.match(notSavedText(refused(422), 'Called'), /^Not saved: Called\. /)
})

it('a text must not be empty or too long', () => {
  assert.match(textProblem('', 3), /^Not saved\. /)
  assert.equal(textProblem('abc', 3), '')
  assert.match(textProblem('abcd'.repeat(400), 1500), /longer than 1,500 characters/)
})
