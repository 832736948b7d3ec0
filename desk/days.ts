const MINUTE = 60_000

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
export const dayOf = (time: Date, timeZone: string): string => localText(time, timeZone).slice(0, 10)

/** An instant in the business's time zone, such as `2026-01-31 14:05`. */
export const localText = (time: Date, timeZone: string): string =>
  new Date(wallClock(time, timeZone) * MINUTE).toISOString().slice(0, 16).replace('T', ' ')

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

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local date and time of an instant, as minutes since 1970 as if it were UTC. */
export function wallClock(time: Date, timeZone: string): number {
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
