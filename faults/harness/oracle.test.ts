import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createOracle, type Email } from './oracle.ts'
import { answersOf, newId } from './visitors.ts'

function promised(...ids: readonly string[]) {
  const oracle = createOracle()
  for (const id of ids) {
    oracle.submitted(id, answersOf(id))
    oracle.saw(id, 'success')
  }
  return oracle
}
const record = (id: string) => ({ ...answersOf(id), id })
const email = (projectId: string, messageId = projectId, revision = 1): Email => ({
  projectId,
  messageId,
  revision,
})

it('finds nothing wrong when every project is stored once and e-mailed once', () => {
  const id = newId()
  const verdict = promised(id).verdict([record(id)], [email(id)])
  assert.deepEqual(verdict, { lost: [], doubled: [], unconfirmed: [], copies: 0 })
})

it('counts a promised project as lost without a record, with other answers, or without an e-mail', () => {
  const [absent, changed, silent] = [newId(), newId(), newId()]
  const records = [{ ...record(changed), firstName: 'Eve' }, record(silent)]
  const { lost } = promised(absent, changed, silent).verdict(records, [email(absent), email(changed)])
  assert.deepEqual(lost, [absent, changed, silent])
})

it('counts a second record, or a second message for one revision, as doubled', () => {
  const [stored, sent, updated] = [newId(), newId(), newId()]
  const { doubled, copies } = promised(stored, sent, updated).verdict(
    [record(stored), record(stored), record(sent), record(updated)],
    [email(stored), email(sent, 'a'), email(sent, 'b'), email(updated, 'c'), email(updated, 'd', 2)],
  )
  assert.deepEqual([doubled, copies], [[stored, sent], 0])
})

it('counts the same message twice as a copy', () => {
  const id = newId()
  const { doubled, copies } = promised(id).verdict([record(id)], [email(id), email(id)])
  assert.deepEqual([doubled, copies], [[], 1])
})

it('reports a visitor who never saw a success, and a project that no visitor submitted', () => {
  const [failed, stranger] = [newId(), newId()]
  const oracle = createOracle()
  oracle.submitted(failed, answersOf(failed))
  oracle.saw(failed, 'failure')
  assert.deepEqual(oracle.verdict([record(stranger)], []).unconfirmed, [failed, stranger])
})
