import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nameOf } from './summaries.ts'

it('a project without a name gets a text that can be a link', () => {
  const names = [
    { firstName: 'Zoë', lastName: 'Oak' },
    { firstName: '', lastName: 'Oak' },
    { firstName: '', lastName: ' ' },
  ]
  assert.deepEqual(names.map(nameOf), ['Zoë Oak', 'Oak', 'No name'])
})

it('a very long name is cut between two characters', () => {
  assert.equal(nameOf({ firstName: '😀'.repeat(5000), lastName: 'Oak' }), `${'😀'.repeat(200)}…`)
  assert.equal(nameOf({ firstName: 'A'.repeat(196), lastName: 'Oak' }), `${'A'.repeat(196)} Oak`)
})
