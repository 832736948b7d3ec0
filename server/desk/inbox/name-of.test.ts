import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameOf } from './name-of.ts'

it('whoever left out a name has words all the same, so that a link can be followed', () => {
  const names = [{ firstName: 'Zoë', lastName: 'Oak' }, { lastName: 'Oak' }, { firstName: '', lastName: ' ' }]
  assert.deepEqual(names.map(nameOf), ['Zoë Oak', 'Oak', 'No name'])
})

it('a name without an end is cut where it would fill the page, between two letters', () => {
  assert.equal(nameOf({ firstName: '😀'.repeat(5000), lastName: 'Oak' }), `${'😀'.repeat(200)}…`)
  assert.equal(nameOf({ firstName: 'A'.repeat(196), lastName: 'Oak' }), `${'A'.repeat(196)} Oak`)
})
