import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pluralize } from './pluralize.ts'

it('a count of one has the singular, and large numbers have separators', () => {
  const counts = [0, 1, 1200].map((count) => pluralize(count, 'visit'))
  assert.deepEqual(counts, ['0 visits', '1 visit', '1,200 visits'])
})
