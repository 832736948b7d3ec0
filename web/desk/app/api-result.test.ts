import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type CallFailure, problemText } from './api-result.ts'

const refused = (status: number): CallFailure => ({ kind: 'refused', status, body: null })

it('only too many attempts ask to wait', () => {
  assert.match(problemText(refused(429)), /Wait a few minutes/)
  assert.doesNotMatch(problemText(refused(422)), /Wait/)
})

it('a connection on which others could read the password asks for https', () => {
  assert.match(problemText(refused(403)), /^Sign in over https, /)
})
