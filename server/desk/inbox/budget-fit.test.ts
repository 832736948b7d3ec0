import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { BudgetFit } from '../../../desk/api.ts'
import { computingMs } from '../../testing/computing.ts'
import { budgetFit, fitBetween } from './budget-fit.ts'

/** Fixed amounts, so that a new price list does not change this test. */
const MAJOR = { low: 45_000, high: 85_000 }

/** What visitors may type, separated by bars. */
const readings: Record<BudgetFit, string> = {
  within: `
    $60,000 | 60k | 60 K | 50-70k | $50k to $70k | about 60 000 | 60'000 | 60.000 | $60,000.00 |
    between 40,000 and 50,000 | up to 80k | under 60k | no more than 60k | 0.06 million |
    sixty-ish, say 60 thousand | over 50k | 60k, but not before 2027 | 45000 | 85000 | 20000-45000 |
    85k-100k | up to 45000 | upto 45000 | within 45000 | no more than 45000 | not more than 45000 |
    not over 45000 | not exceeding 45000 | max 45k | <= 45000 | at least 85000 | minimum 85000 |
    no less than 85000 | not less than 45000 | not under 85000 | from 85000 | upwards of 85000 | 85000+ |
    85k+ | 85000 and above | ≥ 85000 | 60\u00a0000 | 0,06 million | 60 grand | 50k or 60k | 50k–60k |
    50k through 60k | 50k … 60k | 50,000$ - 70,000$ | 80$ - 100k$ | $80-100,000 | 80 to $100 000 |
    60k by 1/2027 | 60k and not before 3/2027 | not sure but over 60k | 100k-60k | 60k-20k | 60-20k |
    at most 100k | 100k at most | maximum 100k | 100k or less | ≤ 100k | <= 100k | >= 20000 | >= 85000 |
    ≥ 20000 | min 20000 | starting at 20000 | 20000 and up`,
  below: `
    under 40k | $20,000 | 10-20k | under 45k | less than $30,000 | 30 000 | up to 44k | 5k | < 45k |
    below 45,000 | not more than 44k | 1000 | $2000 | 20000-30k | 30-40,000 | 500-1,500 |
    don't want to go over 40k | We do not want to spend more than $40,000 | can’t pay more than 40k |
    cannot exceed 40k | dont want to go much over 40k | not willing to go past 40k | nothing over 40k |
    without going over 40k`,
  above: `
    $200,000 | 100k | 90-120k | over 100k | 100k+ | 1.5m | at least 90 000 | more than 85k | over 85000 |
    north of 85k | > 85000 | not less than 86k | 1-1.5 million | 1 to 2 million | 1-2m | 1.5M | 1.5mm |
    2 mil | 2000k`,
  unclear: `
    not sure | whatever it takes | 60 | $60 | 2027 | in 2026 or 2027 |
    60k for cabinets, 20k for the floor | 10k 20k 30k | tbd 555 | 60,0000 | 45000,90000 | 50-60k or 100k |
    ٦٠٠٠٠ | don't want to spend less than 40k | We do not want to go below $40,000 | nothing under 40k |
    whether or not over 40k | not sure whether it is over or under 90k`,
}

for (const [fit, texts] of Object.entries(readings)) {
  it(`a budget is ${fit}`, () => {
    for (const text of texts.split('|')) assert.equal(fitBetween(text.trim(), MAJOR), fit, text)
  })
}

it('a budget that is missing, or too long to be read, is unclear', () => {
  for (const text of ['', `${'x'.repeat(494)} 600000`]) assert.equal(fitBetween(text, MAJOR), 'unclear')
})

it('words about something else do not qualify the amount', () => {
  const upscale = { low: 85_000, high: 165_000 }
  const minor = { low: 15_000, high: 45_000 }
  for (const text of [
    '$25,000 from our home equity loan',
    '$40,000 from savings',
    '25k, starting in June',
    '30k paid over 5 years',
    '30k or so. At least for now',
  ])
    assert.equal(fitBetween(text, upscale), 'below', text)
  for (const text of [
    '60k within the next year',
    'Less than 6 months, $150,000',
    'Less than 6 months and 60k',
    'Under a tight schedule, 60k',
    'Under the stairs there is a leak, so we think 60k',
    'Below the window there is a leak and we thought of 60k',
  ])
    assert.equal(fitBetween(text, minor), 'above', text)
})

it('both ends are within the range', () => {
  const fits = ['$14,999', '$15,000', '$45,000', '$45,001'].map((budget) => budgetFit(budget, '$15000-45000'))
  assert.deepEqual(fits, ['below', 'within', 'within', 'above'])
})

it('without a known type the fit is unclear', () => {
  assert.equal(budgetFit('60k', ''), 'unclear')
  assert.equal(budgetFit('60k', 'toString'), 'unclear')
})

it('long texts are read quickly', () => {
  const ms = computingMs(() => {
    for (const text of ['1 '.repeat(2500), '1,'.repeat(2500), '9'.repeat(5000), '1,111'.repeat(1000)])
      fitBetween(text, MAJOR)
    for (let times = 0; times < 20; times++) fitBetween(`$50000${' '.repeat(4994)}`, MAJOR)
  })
  assert.ok(ms < 200, `${ms} ms`)
})
