import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addressOf, filterCount, type Place, placeOf } from './address.ts'

const places: readonly Place[] = [
  { kind: 'inbox', filter: {} },
  {
    kind: 'inbox',
    filter: {
      status: 'F-D-A proposed',
      sort: 'waiting',
      who: 'nobody',
      search: 'a & b = "c" #1 %',
      from: '2026-01-31',
    },
  },
  { kind: 'project', id: 'aB3_-aB3_-aB3_-aB3_-aB' },
  { kind: 'unanswered' },
  { kind: 'funnel', from: '', to: '' },
  { kind: 'funnel', from: '2026-01-01', to: '2026-01-31' },
  { kind: 'deliveries' },
  { kind: 'audit' },
  { kind: 'set password', token: 'a-b_c' },
]

for (const place of places) {
  it(`${addressOf(place)} leads back to its place`, () => {
    assert.deepEqual(placeOf(addressOf(place)), place)
  })
}

it('what is not asked for does not stand in the address', () => {
  assert.equal(addressOf({ kind: 'inbox', filter: { search: '', who: 'nobody' } }), '#/?who=nobody')
  assert.equal(addressOf({ kind: 'inbox', filter: { search: '' } }), '#/')
  assert.equal(addressOf({ kind: 'funnel', from: '', to: '' }), '#/funnel')
})

it('an unknown address is the inbox, and what is no filter, or the usual sorting, is left out', () => {
  for (const hash of ['', '#', '#/nowhere', '#/?sort=newest', '#/?status=Stolen&sort=sideways&color=red']) {
    assert.deepEqual(placeOf(hash), { kind: 'inbox', filter: {} })
  }
})

it('filters and an unusual sorting count, the search does not', () => {
  assert.equal(filterCount({ search: 'oak' }), 0)
  assert.equal(filterCount({ sort: 'oldest', status: 'New', search: 'oak' }), 2)
})
