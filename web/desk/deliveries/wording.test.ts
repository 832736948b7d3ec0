import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { UnsentMessage } from '../../../desk/api.ts'
import { backupText, messageText } from './wording.ts'

const CHICAGO = 'America/Chicago'

it('the last backup has its time, and says so if backups fail', () => {
  const now = new Date('2026-03-04T18:00:00Z')
  const text = (state: 'ok' | 'failed' | 'none', at: string | null) => backupText({ state, at }, CHICAGO, now)
  assert.equal(text('ok', '2026-03-04T09:00:00Z'), 'Last backup: today, 3:00\u00a0AM')
  assert.equal(
    text('failed', '2026-03-02T09:00:00Z'),
    'Last backup: Mar 2, 3:00\u00a0AM. Backups are failing. Ask the operator.',
  )
  assert.equal(text('failed', null), 'Last backup: none. Backups are failing. Ask the operator.')
  assert.equal(text('none', null), null)
})

const unsent: UnsentMessage = {
  id: '',
  channel: 'specialist',
  receiver: '',
  event: 'project.created',
  project: null,
  state: 'due',
  attempts: 0,
  reason: 'held by the operator',
  queuedAt: '',
  nextAttemptAt: null,
}

it('a retried message shows no reason, a held one does', () => {
  const { detail, after } = messageText(unsent)
  assert.deepEqual([detail, after], ['', ''])
  assert.equal(messageText({ ...unsent, state: 'dead' }).detail, 'held by the operator')
  const tried = (attempts: number) => messageText({ ...unsent, attempts }).after
  assert.deepEqual([tried(1), tried(2)], [' after 1 attempt', ' after 2 attempts'])
})

it('a message says what it is and where it goes', () => {
  const plain = (message: Partial<UnsentMessage>) =>
    messageText({ ...unsent, state: 'dead', ...message }).plain
  assert.equal(plain({}), 'The email to the specialist was not sent. The operator has stopped it.')
  assert.equal(
    plain({ channel: 'webhook', receiver: 'crm.example', reason: 'unknown' }),
    'The message project.created to the webhook crm.example was not sent.',
  )
  assert.equal(
    plain({ channel: 'document', event: 'project.erased', reason: '' }),
    'The request to delete the document was not sent.',
  )
})
