import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Summary } from '../../../desk/api.ts'
import {
  budgetFitText,
  dayText,
  durationText,
  fullTimestampText,
  timestampInSentence,
  timestampText,
  waitingToneOf,
} from './wording.ts'

const CHICAGO = 'America/Chicago'

it('a duration is given in minutes, then in hours, never in days', () => {
  const said = [0, 0.4, 59, 60, 61, 599, 600, 601, 1439, 60_000].map(durationText)
  assert.equal(said.join(', '), '0 min, 0 min, 59 min, 1 h, 1 h 1 min, 9 h 59 min, 10 h, 10 h, 23 h, 1,000 h')
})

const tone = (
  waitedMinutes: number,
  { firstContactAt = null, status = 'New' }: Partial<Pick<Summary, 'firstContactAt' | 'status'>> = {},
) => waitingToneOf({ waitedMinutes, firstContactAt, status }, { dueAfter: 15, overdueAfter: 60 })

it('waiting is plain for 15 minutes, then due, and overdue after 60', () => {
  assert.deepEqual(
    [0, 14, 15, 59, 60, 9999].map((minutes) => tone(minutes)),
    ['plain', 'plain', 'due', 'due', 'overdue', 'overdue'],
  )
})

it('an answered or lost project does not wait', () => {
  assert.equal(tone(9999, { firstContactAt: '2026-01-01T00:00:00Z' }), null)
  assert.equal(tone(9999, { status: 'Lost' }), null)
})

it('a budget is compared with the price range that the homeowner saw', () => {
  assert.equal(budgetFitText('within', '$15000-45000'), 'Within the usual $15000-45000')
  assert.equal(budgetFitText('unclear', '$15000-45000'), 'Compare with the usual $15000-45000')
  assert.equal(budgetFitText('above', ''), 'Above the usual range')
})

it('a time does not break before AM', () => {
  assert.ok(timestampText('2026-03-01T14:00:00Z', CHICAGO).endsWith('8:00\u00a0AM'))
})

it('a timestamp leaves out what is clear from today', () => {
  const now = new Date('2026-11-15T18:00:00Z')
  const said = (iso: string) => timestampText(iso, CHICAGO, now).replace(/\s/g, ' ')
  assert.equal(said('2026-11-15T15:05:00Z'), 'Today, 9:05 AM')
  assert.equal(said('2026-11-15T03:30:00Z'), 'Yesterday, 9:30 PM')
  assert.equal(said('2026-03-01T14:00:00Z'), 'Mar 1, 8:00 AM')
  assert.equal(said('2025-03-01T14:00:00Z'), 'Mar 1, 2025, 8:00 AM')
})

it('days and years are those of the time zone of the business', () => {
  const said = (zone: string) =>
    timestampText('2026-01-01T05:30:00Z', zone, new Date('2026-01-01T13:00:00Z')).replace(/\s/g, ' ')
  assert.equal(said('UTC'), 'Today, 5:30 AM')
  assert.equal(said(CHICAGO), 'Yesterday, 11:30 PM')
  assert.equal(said('Pacific/Auckland'), 'Yesterday, 6:30 PM')
  const long = timestampText('2026-01-01T05:30:00Z', CHICAGO, new Date('2026-03-01T13:00:00Z'))
  assert.equal(long.replace(/\s/g, ' '), 'Dec 31, 2025, 11:30 PM')
})

it('a full timestamp does not depend on today', () => {
  assert.equal(fullTimestampText(new Date().toISOString(), CHICAGO).includes('Today'), false)
  assert.equal(fullTimestampText('2026-11-15T15:05:00Z', CHICAGO), 'Nov 15, 2026, 9:05\u00a0AM')
})

it('inside a sentence only today and yesterday are lowercase', () => {
  const now = new Date('2026-11-15T18:00:00Z')
  const said = (iso: string) => timestampInSentence(iso, CHICAGO, now).replace(/\s/g, ' ')
  assert.equal(said('2026-11-15T15:05:00Z'), 'today, 9:05 AM')
  assert.equal(said('2026-11-15T03:30:00Z'), 'yesterday, 9:30 PM')
  assert.equal(said('2026-03-01T14:00:00Z'), 'Mar 1, 8:00 AM')
})

it('a day does not depend on the time zone', () => {
  assert.equal(dayText('2026-03-01'), 'Mar 1')
  assert.equal(dayText('2026-03-01', 'with year'), 'Mar 1, 2026')
})
