import { wallClock } from '../../desk/days.ts'

/** When the business is open: the time spans of each weekday, Monday first, in minutes since midnight. */
export interface BusinessHours {
  readonly spans: readonly (readonly Span[])[]
  readonly timeZone: string
  /** The days on which the business is closed, such as `2026-12-25`. */
  readonly holidays: readonly string[]
}

type Span = readonly [from: number, to: number]

/** Minutes of business hours after which a project's first contact is due, and overdue. */
export const DUE_AFTER = 15
export const OVERDUE_AFTER = 60

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const DAY = 24 * 60
const MINUTE_MS = 60_000

/** Parses text such as `Mon-Fri 08:00-18:00, Sat 09:00-12:00`. Returns null if it is not valid. */
export function readBusinessHours(text: string, timeZone: string): BusinessHours | null {
  const spans: Span[][] = DAYS.map(() => [])
  for (const part of text.split(',')) {
    const [, first = '', last = first, from = '', to = ''] =
      /^\s*(\w{3})(?:\s*-\s*(\w{3}))?\s+(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*$/.exec(part) ?? []
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    const [day, until] = [DAYS.indexOf(first), DAYS.indexOf(last)]
    if (day < 0 || until < 0 || begin === null || end === null || end <= begin) return null
    for (let index = day; ; index = (index + 1) % 7) {
      const daySpans = spans[index] ?? []
      if (daySpans.some((other) => other[0] < end && begin < other[1])) return null
      daySpans.push([begin, end])
      if (index === until) break
    }
  }
  return { spans, timeZone, holidays: [] }
}

/**
 * Whole minutes of business hours between two times, counted on the wall clock. If the clocks change while the business
 * is open, the result is off by an hour.
 */
export function businessMinutes(from: Date, to: Date, hours: BusinessHours): number {
  const [begin, end] = [wallClock(from, hours.timeZone), wallClock(to, hours.timeZone)]
  const openBetween = (first: number, last: number) =>
    Math.max(0, openUntil(last, hours) - openUntil(first, hours))
  const closed = [...new Set(hours.holidays)].reduce((sum, holiday) => {
    const midnight = Date.parse(holiday) / MINUTE_MS
    return sum + openBetween(Math.max(begin, midnight), Math.min(end, midnight + DAY))
  }, 0)
  return Math.floor(openBetween(begin, end) - closed)
}

/** Minutes of business hours since a Monday in 1969. */
function openUntil(wall: number, { spans }: BusinessHours): number {
  const days = Math.floor(wall / DAY)
  // Day 0, 1970-01-01, was a Thursday.
  const sinceMonday = days + 3
  const weeks = Math.floor(sinceMonday / 7)
  const openOn = (day: number, until: number) =>
    (spans[day] ?? []).reduce((sum, [from, to]) => sum + Math.max(0, Math.min(until, to) - from), 0)
  const week = spans.reduce((sum, _, day) => sum + openOn(day, DAY), 0)
  let open = weeks * week
  const today = sinceMonday - weeks * 7
  for (let day = 0; day < today; day++) open += openOn(day, DAY)
  return open + openOn(today, wall - days * DAY)
}

function minutesOf(text: string): number | null {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number)
  return minutes < 60 && hours * 60 + minutes <= DAY ? hours * 60 + minutes : null
}
