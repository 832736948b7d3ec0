import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { CallFailure } from '../app/api-result.ts'
import { eventText, notSavedText, textProblem } from './wording.ts'

it('an event is described in words', () => {
  const happened = { at: '2026-01-01T00:00:00Z', who: null }
  assert.equal(
    eventText({ ...happened, kind: 'status', from: 'New', to: 'Lost', reason: 'Moved' }),
    'New → Lost: Moved',
  )
  assert.equal(
    eventText({ ...happened, kind: 'status', from: 'Lost', to: 'Lost', reason: 'Moved to Spain' }),
    'Lost: Moved to Spain',
  )
  assert.equal(
    eventText({ ...happened, kind: 'status', from: 'New', to: 'Contacted', reason: '' }),
    'New → Contacted',
  )
  assert.equal(eventText({ ...happened, kind: 'assigned', to: null }), 'Unassigned')
  const ada = { name: 'Ada', email: 'ada@example.com' }
  assert.equal(eventText({ ...happened, kind: 'assigned', to: ada }), 'Assigned to Ada')
})

const refused = (status: number): CallFailure => ({ kind: 'refused', status, body: null })

it('a change that the server may have saved is not reported as lost', () => {
  for (const kind of ['offline', 'failed'] as const)
    assert.match(notSavedText({ kind }), /^This may not have been saved\. .* Check the history/)
  for (const problem of [refused(422), { kind: 'signed out' }, { kind: 'not found' }] as const)
    assert.match(notSavedText(problem), /^Not saved\. /)
})

it('the text names a change on request', () => {
  assert.match(notSavedText({ kind: 'offline' }, 'Called'), /^This may not have been saved: Called\. /)
  assert.match(notSavedText(refused(422), 'Called'), /^Not saved: Called\. /)
})

it('a text must not be empty or too long', () => {
  assert.match(textProblem('', 3), /^Not saved\. /)
  assert.equal(textProblem('abc', 3), '')
  assert.match(textProblem('abcd'.repeat(400), 1500), /longer than 1,500 characters/)
})
