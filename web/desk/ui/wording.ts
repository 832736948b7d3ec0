import type { BudgetFit, Person, Session, Summary } from '../../../desk/api.ts'
import { dayOf, daysAfter } from '../../../desk/days.ts'
import { formatNumber } from '../../../desk/pluralize.ts'
import { NEW } from '../../../desk/status.ts'
import { DIRECT, OTHER_SOURCES } from '../../../questionnaire/source.ts'

/** A duration in minutes or hours. Never in days, because a business day has only its open hours. */
export function durationText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  return hours < 10 && whole % 60 > 0 ? `${hours} h ${whole % 60} min` : `${formatNumber(hours)} h`
}

type WaitingTone = 'plain' | 'due' | 'overdue'

/** Whether the homeowner still waits for a first contact. */
export const isWaiting = ({ status, firstContactAt }: Pick<Summary, 'status' | 'firstContactAt'>) =>
  firstContactAt === null && status === NEW

/** How urgent the first contact is; null when the homeowner does not wait. */
export function waitingToneOf(
  project: Pick<Summary, 'status' | 'firstContactAt' | 'waitedMinutes'>,
  { dueAfter, overdueAfter }: Pick<Session, 'dueAfter' | 'overdueAfter'>,
): WaitingTone | null {
  if (!isWaiting(project)) return null
  const { waitedMinutes } = project
  if (waitedMinutes >= overdueAfter) return 'overdue'
  return waitedMinutes >= dueAfter ? 'due' : 'plain'
}

/** How the budget compares with the price range that the homeowner saw. */
export const budgetFitText = (fit: BudgetFit, costRange: string) =>
  `${fitNames[fit]} the usual ${costRange || 'range'}`

const fitNames: Readonly<Record<BudgetFit, string>> = {
  below: 'Below',
  within: 'Within',
  above: 'Above',
  unclear: 'Compare with',
}

const timeText = (iso: string, timeZone: string) =>
  new Date(iso)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    .replace(/\s/, '\u00a0')

/** A short timestamp: without the day when it is today or yesterday, without the year when it is this one. */
export function timestampText(iso: string, timeZone: string, now = new Date()): string {
  const [day, today] = [dayOf(new Date(iso), timeZone), dayOf(now, timeZone)]
  const time = timeText(iso, timeZone)
  if (day === today) return `Today, ${time}`
  if (day === daysAfter(today, -1)) return `Yesterday, ${time}`
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return `${dayText(day, isThisYear ? 'plain' : 'with year')}, ${time}`
}

/** A timestamp with its full date. */
export const fullTimestampText = (iso: string, timeZone: string) =>
  `${dayText(dayOf(new Date(iso), timeZone), 'with year')}, ${timeText(iso, timeZone)}`

/** A short timestamp inside a sentence. */
export const timestampInSentence = (iso: string, timeZone: string, now = new Date()) =>
  timestampText(iso, timeZone, now).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())

/** A calendar day, which has no time and no time zone. */
export const dayText = (day: string, style: 'plain' | 'with year' = 'plain') =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(style === 'with year' && { year: 'numeric' }),
    timeZone: 'UTC',
  })

/** The days from one to another, such as `Nov 3–9`. */
export const daysText = (from: string, to: string) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
    .formatRange(new Date(from), new Date(to))
    .replace(/\s*–\s*/, '–')

export const whoText = (person: Person | null) => person?.name ?? 'Unassigned'

/** A name by which the desk counts sources. Direct: the visitor typed the address, or the browser did not say. */
export function sourceNameText(source: string): string {
  if (source === DIRECT) return 'Direct or unknown'
  return source === OTHER_SOURCES ? 'Other sources' : source
}
