import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { changedNames } from './changed-names.ts'
import { queued } from './delivery.ts'

const kept = (unknown: string) => ({
  project: { id: 'x', createdAt: new Date(0), answers: sampleAnswers({ city: 'Chicago' }) },
  delivery: queued('x', unknown, new Date(0)),
})

it('what is answered otherwise, or no longer, is named, asked or not', () => {
  const said = { ...sampleAnswers({ city: 'Paris' }), porch: 'yes' }
  assert.deepEqual(changedNames(kept('{"island":"blue"}'), said).toSorted(), ['city', 'island', 'porch'])
})

it('what is kept and cannot be read keeps nobody from an edit', () => {
  assert.deepEqual(changedNames(kept('{'), sampleAnswers({ city: 'Paris' })), ['city'])
})
