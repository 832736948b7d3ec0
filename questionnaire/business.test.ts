import assert from 'node:assert/strict'
import { it } from 'node:test'
import { endsOf, remodelTypeKeyOf, remodelTypeOf, remodelTypes, withBrand } from './business.ts'

it('a cost range may break after its dash or before its `to`', () => {
  assert.deepEqual(endsOf('$45000-85,000'), ['$45000-', '85,000'])
  assert.deepEqual(endsOf('$15,000–45,000'), ['$15,000–', '45,000'])
  assert.deepEqual(endsOf('$20,000 to $50,000'), ['$20,000', ' to $50,000'])
  for (const costRange of ['$15,000 — $45,000', '$20-50k', '$20K – $50K']) {
    assert.equal(endsOf(costRange).length, 2, costRange)
    assert.equal(endsOf(costRange).join(''), costRange)
  }
})

it('the name of the business may contain any characters', () => {
  for (const name of ['Ca$$h & Co', "$& Kitchens $'", '{brand}'])
    assert.equal(withBrand('Why {brand}? {brand}!', name), `Why ${name}? ${name}!`)
})

it('the remodel type of an answer is found', () => {
  const { upscale } = remodelTypes
  assert.equal(remodelTypeKeyOf(upscale.answer), 'upscale')
  assert.equal(remodelTypeOf(upscale.answer), upscale)
  assert.equal(remodelTypeKeyOf('Other'), undefined)
  assert.equal(remodelTypeOf('Other'), undefined)
})
