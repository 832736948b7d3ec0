import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Filter } from '../../../desk/filters.ts'
import { queryOf } from '../app/paths.ts'
import { filterCount, filterOf } from './filter.ts'

const FILTER: Filter = {
  status: 'F-D-A proposed',
  sort: 'waiting',
  who: 'nobody',
  source: 'google',
  search: 'a & b = "c" #1 %',
  from: '2026-01-31',
}

it('a filter survives a round trip through the URL', () => {
  assert.deepEqual(filterOf(new URLSearchParams(queryOf(FILTER).toString())), FILTER)
})

it('unknown values and the default order are left out of a filter', () => {
  for (const query of ['sort=newest', 'status=Stolen&sort=sideways&color=red'])
    assert.deepEqual(filterOf(new URLSearchParams(query)), {})
})

it('filters and the order count, the search does not', () => {
  assert.equal(filterCount({ search: 'oak' }), 0)
  assert.equal(filterCount({ sort: 'oldest', status: 'New', search: 'oak' }), 2)
})
