import assert from 'node:assert/strict'
import { it } from 'node:test'
import { dayOf, daysAfter, isDay, mondayOf, startOfDay } from './days.ts'

it('days and weeks begin in the time zone of the business', () => {
  assert.equal(dayOf(new Date('2026-11-16T05:59:00Z'), 'America/Chicago'), '2026-11-15')
  assert.equal(startOfDay('2026-11-15', 'America/Chicago').toISOString(), '2026-11-15T06:00:00.000Z')
  assert.equal(startOfDay('2026-03-08', 'America/Chicago').toISOString(), '2026-03-08T06:00:00.000Z')
  assert.equal(startOfDay('2026-03-09', 'America/Chicago').toISOString(), '2026-03-09T05:00:00.000Z')
  // Clocks go back after this midnight and before midnight in UTC.
  assert.equal(startOfDay('2026-04-05', 'Australia/Sydney').toISOString(), '2026-04-04T13:00:00.000Z')
  assert.equal(mondayOf('2026-11-15'), '2026-11-09')
  assert.equal(mondayOf('2026-11-16'), '2026-11-16')
  assert.equal(daysAfter('2026-12-31', 1), '2027-01-01')
  assert.equal(daysAfter('2026-03-09', -7), '2026-03-02')
})

it('only days of the calendar are accepted', () => {
  for (const day of ['2026-01-31', '1999-12-31', '2028-02-29']) assert.equal(isDay(day), true, day)
  const wrong =
    ', today,2026,2026-1-31,2026-02-29,2026-13-01,0026-01-31,+002026-01-31,2026-01-31T00:00, 2026-01-31'
  for (const text of wrong.split(',')) assert.equal(isDay(text), false, text)
})

it('a day whose first hour is skipped begins with its second hour', () => {
  for (const [day, timeZone, start] of [
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
  ] as const) {
    const found = startOfDay(day, timeZone)
    assert.equal(found.toISOString(), start, timeZone)
    assert.equal(dayOf(found, timeZone), day)
  }
})
