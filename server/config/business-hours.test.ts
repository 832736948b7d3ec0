import assert from 'node:assert/strict'
import { it } from 'node:test'
import { businessMinutes, readBusinessHours } from './business-hours.ts'

const hours = readBusinessHours('Mon-Fri 08:00-18:00', 'America/Chicago')
const minutes = (from: string, to: string) => {
  assert.ok(hours)
  return businessMinutes(new Date(from), new Date(to), hours)
}

it('only minutes within business hours count, in the time zone of the business', () => {
  // 2026-11-16 is a Monday; Chicago is six hours behind UTC in winter.
  assert.equal(minutes('2026-11-16T14:00:00Z', '2026-11-16T14:15:00Z'), 15)
  assert.equal(minutes('2026-11-16T13:00:00Z', '2026-11-16T14:15:00Z'), 15)
  assert.equal(minutes('2026-11-16T23:50:00Z', '2026-11-17T14:10:00Z'), 20)
})

it('the weekend does not count', () => {
  assert.equal(minutes('2026-11-14T00:00:00Z', '2026-11-16T14:00:00Z'), 0)
  assert.equal(minutes('2026-11-13T23:59:00Z', '2026-11-16T14:01:00Z'), 2)
})

it('each day has hours of its own', () => {
  const unlike = readBusinessHours('Fri 08:30-17:00, Sat 09:00-12:15', 'UTC')
  assert.ok(unlike)
  const open = (from: string, to: string) => businessMinutes(new Date(from), new Date(to), unlike)
  assert.equal(open('2026-11-13T08:00:00Z', '2026-11-13T09:00:00Z'), 30)
  assert.equal(open('2026-11-13T16:00:00Z', '2026-11-14T10:00:00Z'), 60 + 60)
  assert.equal(open('2026-11-14T11:00:00Z', '2026-11-20T09:00:00Z'), 75 + 30)
})

it('a year counts all of its working days', () => {
  assert.equal(minutes('2025-01-06T06:00:00Z', '2026-01-05T06:00:00Z'), 52 * 5 * 600)
})

it('partial minutes are cut off, and an end before the beginning counts as zero', () => {
  assert.equal(minutes('2026-11-16T14:00:30Z', '2026-11-16T14:01:29Z'), 0)
  assert.equal(minutes('2026-11-16T14:00:30Z', '2026-11-16T14:01:30Z'), 1)
  assert.equal(minutes('2026-11-16T14:00:00Z', '2026-11-16T18:00:59Z'), 240)
  assert.equal(minutes('2026-11-16T14:00:01Z', '2026-11-16T18:00:00Z'), 239)
  assert.equal(minutes('2026-11-16T15:00:00Z', '2026-11-16T14:00:00Z'), 0)
})

it('a clock change at night does not count', () => {
  assert.equal(minutes('2026-03-06T23:00:00Z', '2026-03-09T14:00:00Z'), 60 + 60)
})

it('several spans are accepted, and invalid ones are refused', () => {
  const several = readBusinessHours('Mon-Thu 08:00-12:00, Mon-Thu 13:00-17:00, Sat 09:00-12:00', 'UTC')
  assert.ok(several)
  assert.equal(businessMinutes(new Date('2026-11-16'), new Date('2026-11-23'), several), 4 * 480 + 180)
  const inAnyOrder = readBusinessHours(
    ' Mon - Thu  13:00 - 17:00 , Mon-Thu 08:00-13:00, Mon 17:00-18:00',
    'UTC',
  )
  assert.ok(inAnyOrder)
  assert.equal(businessMinutes(new Date('2026-11-16'), new Date('2026-11-23'), inAnyOrder), 4 * 540 + 60)
  const overSunday = readBusinessHours('Sat-Mon 00:00-24:00', 'UTC')
  assert.ok(overSunday)
  assert.equal(businessMinutes(new Date('2026-11-16'), new Date('2026-11-23'), overSunday), 3 * 1440)
  const invalid = `|Mon|Mon-Fri 8-18|Mon 18:00-08:00|Mon 08:00-25:00|Mon 08:00-24:30|Mon 08:60-09:00|Mon 08:60-18:00|
    Mon 08:00-08:00|Xyz 08:00-09:00|Xyz-Mon 08:00-09:00|Mon-Xyz 08:00-09:00|not Mon 08:00-09:00|
    Mon 08:00-09:00 or so|Mon 08:00-12:00, Mon 11:00-13:00`
  for (const text of invalid.split(/\|\s*/)) assert.equal(readBusinessHours(text, 'UTC'), null, text)
})

it('holidays do not count, whole or in part, nor if they are on a weekend or listed twice', () => {
  assert.ok(hours)
  const holidays = ['2026-11-26', '2026-11-27', '2026-11-27', '2026-11-28']
  const open = (from: string, to: string) =>
    businessMinutes(new Date(from), new Date(to), { ...hours, holidays })
  // A Thursday and a Friday; Chicago is six hours behind UTC.
  assert.equal(open('2026-11-25T23:50:00Z', '2026-11-30T14:10:00Z'), 20)
  assert.equal(open('2026-11-26T15:00:00Z', '2026-11-26T16:00:00Z'), 0)
  assert.equal(open('2026-11-26T15:00:00Z', '2026-11-30T14:30:00Z'), 30)
  assert.equal(open('2026-11-24T14:00:00Z', '2026-11-25T14:00:00Z'), 600)
})
