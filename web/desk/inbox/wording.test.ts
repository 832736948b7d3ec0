import assert from 'node:assert/strict'
import { it } from 'node:test'
import { shownText } from './wording.ts'

it('a list says whether it is complete', () => {
  const said = [shownText(50, false), shownText(1, true), shownText(1200, true)]
  assert.deepEqual(said, ['50 projects shown', '1 project shown', 'All 1,200 projects shown'])
})
