import assert from 'node:assert/strict'
import { it } from 'node:test'
import { funnelText, NONE_COUNTED } from './funnel-text.ts'

const step = (reached: number) => ({ screen: 0, reached, left: 0, medianSeconds: null })
const day = (date: string, submitted: number) => ({ day: date, started: 0, submitted })

it('a funnel is told with its visits, its projects and its days', () => {
  const days = [day('2026-01-05', 2), day('2026-01-06', 1)]
  assert.equal(
    funnelText({ steps: [step(1), step(4)], days }),
    '4 visits, 3 projects submitted from Jan 5, 2026 to Jan 6, 2026.',
  )
  assert.equal(
    funnelText({ steps: [step(0)], days: [day('2026-01-05', 1)] }),
    '0 visits, 1 project submitted on Jan 5, 2026.',
  )
  assert.equal(
    funnelText({ steps: [step(1)], days: [day('2026-01-05', 1)] }),
    '1 visit, 1 project submitted on Jan 5, 2026.',
  )
})

it('days without a visit and without a project, and no days at all, are told as such', () => {
  assert.equal(funnelText({ steps: [step(0)], days: [day('2026-01-05', 0)] }), NONE_COUNTED)
  assert.equal(funnelText({ steps: [], days: [] }), 'From is after Until')
})
