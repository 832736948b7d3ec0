import assert from 'node:assert/strict'
import { it } from 'node:test'
import { counted } from './counted.ts'

it('counts agree with their words', () => {
  const counts = [0, 1, 1200].map((count) => counted(count, 'visit'))
  assert.deepEqual(counts, ['0 visits', '1 visit', '1,200 visits'])
})
