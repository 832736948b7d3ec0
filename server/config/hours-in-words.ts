import type { BusinessHours } from './business-hours.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const [NOON, MIDNIGHT] = [12 * 60, 24 * 60]

/** The business hours as visitors read them, such as `Monday to Friday, 8 AM to 6 PM; Saturday, 9 AM to noon`. */
export function hoursInWords({ spans }: BusinessHours): string {
  const groups: { readonly first: number; last: number; readonly times: string }[] = []
  for (const [day, daySpans] of spans.entries()) {
    const times = daySpans
      .toSorted(([a], [b]) => a - b)
      .map(([from, to]) => `${clockTime(from)} to ${clockTime(to)}`)
      .join(' and ')
    const group = groups.at(-1)
    if (group?.last === day - 1 && group.times === times) group.last = day
    else if (times !== '') groups.push({ first: day, last: day, times })
  }
  return groups.map(({ first, last, times }) => `${daysFrom(first, last)}, ${times}`).join('; ')
}

function daysFrom(first: number, last: number): string {
  if (last - first === 6) return 'every day'
  if (last === first) return DAYS[first] ?? ''
  return `${DAYS[first]} ${last - first === 1 ? 'and' : 'to'} ${DAYS[last]}`
}

function clockTime(minutes: number): string {
  if (minutes % MIDNIGHT === 0) return 'midnight'
  if (minutes === NOON) return 'noon'
  const hour = Math.floor(minutes / 60)
  const past = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `${hour % 12 || 12}${past} ${minutes < NOON ? 'AM' : 'PM'}`
}
