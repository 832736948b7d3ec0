import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Filter } from '../../desk/filters.ts'
import { filterCount, filterOf, funnelPath, inboxPath, pathOfOldLink, screenOf } from './routes.ts'

const FILTER: Filter = {
  status: 'F-D-A proposed',
  sort: 'waiting',
  who: 'nobody',
  source: 'google',
  search: 'a & b = "c" #1 %',
  from: '2026-01-31',
}

it('a filter survives a round trip through the URL', () => {
  const [, query] = inboxPath(FILTER).split('?')
  assert.deepEqual(filterOf(new URLSearchParams(query)), FILTER)
})

it('empty values are left out of the address', () => {
  assert.equal(inboxPath({ search: '', who: 'nobody' }), '/?who=nobody')
  assert.equal(inboxPath({ search: '' }), '/')
  assert.equal(funnelPath('', ''), '/funnel')
})

it('unknown values and the default order are left out of a filter', () => {
  for (const query of ['sort=newest', 'status=Stolen&sort=sideways&color=red'])
    assert.deepEqual(filterOf(new URLSearchParams(query)), {})
})

it('an unknown path shows the inbox', () => {
  assert.equal(screenOf('/funnel?from=2026-01-01'), '/funnel')
  assert.equal(screenOf('/nowhere'), '/')
})

it('links from before the desk had real addresses still lead to their screen', () => {
  assert.equal(pathOfOldLink('#/'), '/')
  assert.equal(pathOfOldLink('#/?who=ada%40kitchens.example'), '/?who=ada%40kitchens.example')
  assert.equal(pathOfOldLink('#/project/aB3_-aB3'), '/projects/aB3_-aB3')
  assert.equal(pathOfOldLink('#/audit'), '/audit')
  for (const hash of ['', '#', '#set=a-b_c']) assert.equal(pathOfOldLink(hash), null)
})

it('filters and the order count, the search does not', () => {
  assert.equal(filterCount({ search: 'oak' }), 0)
  assert.equal(filterCount({ sort: 'oldest', status: 'New', search: 'oak' }), 2)
})
