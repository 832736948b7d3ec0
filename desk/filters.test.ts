import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readFilter } from './filters.ts'
import { MAX_SEARCH_LENGTH } from './limits.ts'

const read = (query: string) => {
  const given = new URLSearchParams(query)
  // As Fastify reads it: a name given twice is a list.
  const entries = [...new Set(given.keys())].map((name) => [name, given.getAll(name)] as const)
  return readFilter(Object.fromEntries(entries.map(([name, all]) => [name, all.length > 1 ? all : all[0]])))
}

it('a filter with an invalid value is refused', () => {
  for (const query of [
    'sort=1;DROP TABLE projects',
    'sort=newest desc',
    'status=Nope',
    'status=New&status=Won',
    "cursor=1' or 1=1",
    'cursor=-1.x',
    'cursor=999999999999999999999.x',
    'from=2026-02-31',
    'from=yesterday',
    'to=9999999-01-01',
    'search=\0',
    `search=${'x'.repeat(MAX_SEARCH_LENGTH + 1)}`,
  ])
    assert.equal(read(query), null, query)
})

it('empty and unknown parts of a filter are ignored', () => {
  assert.deepEqual(read('status=&from=&sort=&cursor=&limit=1e9&__proto__[x]=1'), {})
  const search = 'x'.repeat(MAX_SEARCH_LENGTH)
  assert.deepEqual(read(`search=${search}&status=Won&cursor=w9007199254740991.zzz`), {
    search,
    status: 'Won',
    cursor: 'w9007199254740991.zzz',
  })
})
