/** When the business is open: the spans of each weekday, Monday first, in minutes since midnight. */
export interface BusinessHours {
  readonly spans: readonly (readonly Span[])[]
  readonly timeZone: string
}

type Span = readonly [from: number, to: number]

/** Minutes of business hours after which a project without a first contact turns warm, and hot. */
export const WARM_AFTER = 15
export const HOT_AFTER = 60

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MINUTE = 60_000
const DAY = 24 * 60

/** Parses `Mon-Fri 08:00-18:00, Sat 09:00-12:00`; null when it is not valid. */
export function readBusinessHours(text: string, timeZone: string): BusinessHours | null {
  const spans: Span[][] = DAYS.map(() => [])
  for (const part of text.split(',')) {
    const [, first = '', last = first, from = '', to = ''] =
      /^\s*(\w{3})(?:\s*-\s*(\w{3}))?\s+(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*$/.exec(part) ?? []
    const [begin, end] = [minutesOf(from), minutesOf(to)]
    const [day, until] = [DAYS.indexOf(first), DAYS.indexOf(last)]
    if (day < 0 || until < 0 || begin === null || end === null || end <= begin) return null
    for (let index = day; ; index = (index + 1) % 7) {
      const ofDay = spans[index] ?? []
      if (ofDay.some((other) => other[0] < end && begin < other[1])) return null
      ofDay.push([begin, end])
      if (index === until) break
    }
  }
  return { spans, timeZone }
}

/**
 * Whole minutes of business hours between two instants, counted on the wall clock. If the business is open while
 * clocks change, the result is off by that hour.
 */
export function businessMinutes(from: Date, to: Date, hours: BusinessHours): number {
  const openAt = (time: Date) => openUntil(wallClock(time, hours.timeZone), hours)
  return Math.max(0, Math.floor(openAt(to) - openAt(from)))
}

/** Whether a text is a day of the calendar, such as `2026-01-31`. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return (
    /^(?:19|20)\d\d-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text)
  )
}

/** The day of an instant in the business's time zone. */
export const dayOf = (time: Date, timeZone: string): string =>
  new Date(wallClock(time, timeZone) * MINUTE).toISOString().slice(0, 10)

/** The day a number of days later, or earlier when the number is negative. */
export function daysAfter(day: string, count: number): string {
  const time = new Date(`${day}T00:00:00Z`)
  time.setUTCDate(time.getUTCDate() + count)
  return time.toISOString().slice(0, 10)
}

/** The Monday of a day's week. */
export const mondayOf = (day: string): string =>
  daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The instant at which a day begins in the business's time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const wall = Date.parse(`${day}T00:00:00Z`) / MINUTE
  const missing = (time: Date) => wall - wallClock(time, timeZone)
  // The first step may use the offset of another day; the second corrects it.
  let time = new Date(wall * MINUTE)
  for (let step = 0; step < 2; step++) time = later(time, missing(time))
  // If clocks skip midnight, the day begins after the skipped hour.
  return later(time, Math.max(0, missing(time)))
}

const later = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE)

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

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local date and time of an instant, as minutes since 1970 as if it were UTC. */
function wallClock(time: Date, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  clocks.set(timeZone, clock)
  const shown = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown
  const seconds = (time.getTime() % MINUTE) / MINUTE
  return Date.UTC(year, month - 1, day, hour, minute) / MINUTE + seconds
}

function minutesOf(text: string): number | null {
  const [hours = Number.NaN, minutes = Number.NaN] = text.split(':').map(Number)
  return minutes < 60 && hours * 60 + minutes <= DAY ? hours * 60 + minutes : null
}
