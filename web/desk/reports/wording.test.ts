import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dayRows, funnelText, NONE_COUNTED, secondsText, waitingText } from './wording.ts'

it('the time on a screen is given in seconds, then in minutes', () => {
  assert.deepEqual([null, 0, 89, 90, 3600].map(secondsText), ['–', '0 s', '89 s', '2 min', '1 h'])
})

it('waiting homeowners and samples are counted separately', () => {
  const waiting = (homeowners: number, samples = 0) =>
    waitingText(
      Array.from({ length: homeowners + samples }, (_, index) => ({ isSample: index >= homeowners })),
    )
  assert.equal(waiting(1), '1 homeowner waiting.')
  assert.equal(waiting(2, 1), '2 homeowners and 1 sample waiting, the longest first.')
  assert.equal(waiting(0, 1), '1 sample waiting.')
  assert.equal(waiting(200), 'At least 200 homeowners waiting, the longest first.')
})
const step = (reached: number) => ({ screen: 0, reached, left: 0, medianSeconds: null })
const day = (date: string, submitted: number) => ({ day: date, started: 0, submitted })

it('a funnel is summed up with its visits, projects and days', () => {
  const days = [day('2026-01-05', 2), day('2026-01-06', 1)]
  assert.equal(
    funnelText({ steps: [step(1), step(4)], days, early: 0 }),
    '4 visits, 3 projects submitted from Jan 5, 2026 to Jan 6, 2026.',
  )
  assert.equal(
    funnelText({ steps: [step(0)], days: [day('2026-01-05', 1)], early: 0 }),
    '0 visits, 1 project submitted on Jan 5, 2026.',
  )
  assert.equal(
    funnelText({ steps: [step(1)], days: [day('2026-01-05', 1)], early: 1 }),
    '1 visit, 1 project submitted on Jan 5, 2026, 1 of them sent early.',
  )
})

it('days without visits that follow one another share a row', () => {
  const days = [
    day('2026-10-31', 0),
    day('2026-11-01', 2),
    day('2026-11-02', 0),
    day('2026-11-03', 1),
    ...['04', '05', '06'].map((date) => day(`2026-11-${date}`, 0)),
  ]
  assert.deepEqual(dayRows(days), [
    ['Nov 4–6: no visits'],
    ['Nov 3, 2026', 0, 1],
    ['Nov 2: no visits'],
    ['Nov 1, 2026', 0, 2],
    ['Oct 31: no visits'],
  ])
})

it('a funnel without visits or without days says so', () => {
  assert.equal(funnelText({ steps: [step(0)], days: [day('2026-01-05', 0)], early: 0 }), NONE_COUNTED)
  assert.equal(funnelText({ steps: [], days: [], early: 0 }), '“From” is later than “Until”')
})
