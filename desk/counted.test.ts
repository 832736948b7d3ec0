import assert from 'node:assert/strict'
import { it } from 'node:test'
import { counted } from './counted.ts'

it('counts agree with their words', () => {
  assert.deepEqual([counted(1, 'visit'), counted(1200, 'visit')], ['1 visit', '1,200 visits'])
})
