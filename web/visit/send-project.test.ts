import assert from 'node:assert/strict'
import { it } from 'node:test'
import { REQUEST_DEADLINE_MS } from '../../server/deadline.ts'
import { LONGEST_WAIT_MS } from './send-project.ts'

it('a page hears what became of its submission, since it waits for longer than the server works on it', () => {
  assert.ok(REQUEST_DEADLINE_MS < LONGEST_WAIT_MS)
})
