import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sentAnswers } from '../../questionnaire/answers.ts'
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
const record = (id: string) => ({ ...sentAnswers(answersOf(id)), id })
const email = (projectId: string, messageId = projectId, revision = 1): Email => ({
  projectId,
  messageId,
  revision,
})

it('finds nothing wrong when every project is stored once and emailed once', () => {
  const id = newId()
  const verdict = promised(id).verdict({ projects: [record(id)], emails: [email(id)] })
  assert.deepEqual(verdict, { lost: [], duplicated: [], unconfirmed: [], copies: 0 })
})

it('counts a promised project as lost without a record, with other answers, or without an email', () => {
  const [absent, changed, silent] = [newId(), newId(), newId()]
  const records = [{ ...record(changed), firstName: 'Eve' }, record(silent)]
  const emails = [email(absent), email(changed)]
  const { lost } = promised(absent, changed, silent).verdict({ projects: records, emails })
  assert.deepEqual(lost, [absent, changed, silent])
})

it('counts a second record, or a second message for one revision, as duplicated', () => {
  const [stored, sent, updated] = [newId(), newId(), newId()]
  const { duplicated, copies } = promised(stored, sent, updated).verdict({
    projects: [record(stored), record(stored), record(sent), record(updated)],
    emails: [email(stored), email(sent, 'a'), email(sent, 'b'), email(updated, 'c'), email(updated, 'd', 2)],
  })
  assert.deepEqual([duplicated, copies], [[stored, sent], 0])
})

it('counts the same message twice as a copy', () => {
  const id = newId()
  const { duplicated, copies } = promised(id).verdict({
    projects: [record(id)],
    emails: [email(id), email(id)],
  })
  assert.deepEqual([duplicated, copies], [[], 1])
})

it('reports a visitor who never saw a success, and a project that no visitor submitted', () => {
  const [failed, stranger] = [newId(), newId()]
  const oracle = createOracle()
  oracle.submitted(failed, answersOf(failed))
  oracle.saw(failed, 'failure')
  assert.deepEqual(oracle.verdict({ projects: [record(stranger)], emails: [] }).unconfirmed, [
    failed,
    stranger,
  ])
})

it('counts a promised project as lost if its document is absent, older, or holds anything else', () => {
  const [right, absent, older, more] = [newId(), newId(), newId(), newId()]
  const ids = [right, absent, older, more]
  const createdAt = '2026-11-19T08:00:00.000Z'
  const documents = [
    { ...record(right), createdAt },
    { ...record(older), createdAt, city: 'Oldtown' },
    { ...record(more), createdAt, revision: '1' },
  ]
  const found = { projects: ids.map(record), emails: ids.map((id) => email(id)) }
  assert.deepEqual(promised(...ids).verdict(found).lost, [])
  assert.deepEqual(promised(...ids).verdict({ ...found, documents }).lost, [absent, older, more])
})

it('reports an erased project that is still there', () => {
  const [gone, stored, written] = [newId(), newId(), newId()]
  const oracle = promised(gone, stored, written)
  for (const id of [gone, stored, written]) oracle.erased(id)
  const found = { projects: [record(stored)], emails: [email(gone)], documents: [record(written)] }
  const { lost, unconfirmed } = oracle.verdict(found)
  assert.deepEqual([lost, unconfirmed], [[], [stored, written]])
})
