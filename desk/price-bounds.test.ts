import assert from 'node:assert/strict'
import { it } from 'node:test'
import { defaultPrices } from '../questionnaire/business.ts'
import { boundsOf } from './price-bounds.ts'

const ranges: readonly (readonly [costRange: string, low: number, high: number])[] = [
  ['$15000-45000', 15_000, 45_000],
  ['$45000-85,000', 45_000, 85_000],
  ['$15,000-45,000', 15_000, 45_000],
  ['$15,000–45,000', 15_000, 45_000],
  ['$15,000 — $45,000', 15_000, 45_000],
  ['$20k-50k', 20_000, 50_000],
  ['$20-50k', 20_000, 50_000],
  ['$100-165k', 100_000, 165_000],
  ['$20k-50,000', 20_000, 50_000],
  ['$20K – $50K', 20_000, 50_000],
  ['$20,000-50k', 20_000, 50_000],
  ['$9500-15k', 9500, 15_000],
  ['$20,000 to $50,000', 20_000, 50_000],
]

it('a cost range may be written with any dash, with `to`, and in thousands', () => {
  for (const [costRange, low, high] of ranges) assert.deepEqual(boundsOf(costRange), { low, high }, costRange)
})

it('a cost range that is not two rising amounts has no bounds', () => {
  for (const costRange of [
    '',
    '$20,000',
    '$20,000 and up',
    'from $20,000-50,000',
    '$50,000-20,000',
    '$20,000-20,000',
    '$15,00-45,000',
    '$1.5-2 million',
    '$10,000-20,000-30,000',
  ])
    assert.equal(boundsOf(costRange), null, costRange)
})

it('the default prices are read as the amounts of the specification', () => {
  assert.deepEqual(Object.values(defaultPrices).map(boundsOf), [
    { low: 15_000, high: 45_000 },
    { low: 45_000, high: 85_000 },
    { low: 85_000, high: 165_000 },
    { low: 800, high: 3000 },
  ])
})
