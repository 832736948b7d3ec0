import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isProjectId } from '../../questionnaire/project.ts'
import { newProjectId } from './project-id.ts'

it('every new id is unique and accepted by the server', () => {
  const ids = Array.from({ length: 300 }, newProjectId)
  assert.deepEqual(
    ids.filter((id) => !isProjectId(id)),
    [],
  )
  assert.equal(new Set(ids).size, ids.length)
})
