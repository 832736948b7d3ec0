import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cropMistake } from './picture-crops.ts'

it('a master that is smaller than its crops is refused by their names', () => {
  assert.equal(cropMistake('craft', { width: 1200, height: 1500 }), null)
  for (const master of [
    { width: 1199, height: 1500 },
    { width: 1200, height: 1499 },
  ])
    assert.match(
      cropMistake('craft', master) ?? '',
      /^art\/masters\/craft\.png has \d+x\d+ pixels, and its crop 'card' .* goes to 1200x1500: choose/,
    )
})
