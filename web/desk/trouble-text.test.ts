import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Problem } from './call-api.ts'
import { notSavedText, troubleText, wordsTrouble } from './trouble-text.ts'

const refused = (status: number): Problem => ({ kind: 'refused', status, told: null })

it('who tried too often is told to wait, and nobody else', () => {
  assert.match(troubleText(refused(429)), /Wait a few minutes/)
  assert.doesNotMatch(troubleText(refused(422)), /Wait/)
})

it('what the server may have saved all the same is not said to be lost', () => {
  for (const kind of ['offline', 'failed'] as const)
    assert.match(notSavedText({ kind }), /^It may not have been saved\. .* Look at the history/)
  for (const problem of [refused(422), { kind: 'signed out' }, { kind: 'not found' }] as const)
    assert.match(notSavedText(problem), /^Not saved\. /)
})

it('a change is named where nothing beside it shows it', () => {
  assert.match(notSavedText({ kind: 'offline' }, 'Called'), /^It may not have been saved: Called\. /)
  assert.match(notSavedText(refused(422), 'Called'), /^Not saved: Called\. /)
})

it('a text has to be there, and may be as long as it may be', () => {
  assert.match(wordsTrouble('', 3), /^Not saved\. /)
  assert.equal(wordsTrouble('abc', 3), '')
  assert.match(wordsTrouble('abcd'.repeat(400), 1500), /longer than 1,500 characters/)
})
