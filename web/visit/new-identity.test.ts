import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isProjectId } from '../../questionnaire/project.ts'
import { isWriteKey } from '../../questionnaire/write-key.ts'
import { newIdentity } from './new-identity.ts'

it('every new id and write key is unique and accepted by the server', () => {
  const made = Array.from({ length: 300 }, newIdentity)
  assert.ok(made.every(({ id, writeKey }) => isProjectId(id) && isWriteKey(writeKey)))
  assert.equal(new Set(made.flatMap(({ id, writeKey }) => [id, writeKey])).size, 2 * made.length)
})
