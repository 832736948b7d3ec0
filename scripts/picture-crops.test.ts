import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cropProblem } from './picture-crops.ts'

it('a master that is smaller than a crop is rejected with the name of the crop', () => {
  assert.equal(cropProblem('craft', { width: 1200, height: 1500 }), null)
  for (const master of [
    { width: 1199, height: 1500 },
    { width: 1200, height: 1499 },
  ])
    assert.match(
      cropProblem('craft', master) ?? '',
      /^art\/masters\/craft\.png has \d+x\d+ pixels, and its crop 'card' .* extends to 1200x1500\. Choose/,
    )
})
