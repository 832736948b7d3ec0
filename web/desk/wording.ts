import type { BudgetFit, Event, Funnel, Person, Session, Summary, UnsentDelivery } from '../../desk/api.ts'
import { dayOf, daysAfter } from '../../desk/business-hours.ts'
import { MAX_UNANSWERED } from '../../desk/limits.ts'
import { formatNumber, pluralize } from '../../desk/pluralize.ts'
import { NEW } from '../../desk/status.ts'
import { remodelTypeOf } from '../../questionnaire/business.ts'

/** A length of time as people say it. Never in days: those of a business have as many hours as it is open. */
export function lengthOf(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  return hours < 10 && whole % 60 > 0 ? `${hours} h ${whole % 60} min` : `${formatNumber(hours)} h`
}

/** Seconds on a screen of the visit. */
export const secondsText = (seconds: number | null) =>
  seconds === null ? '–' : seconds < 90 ? `${Math.round(seconds)} s` : lengthOf(seconds / 60)

type WaitingTone = 'plain' | 'warm' | 'hot'

/** Whether somebody has to reach out, and nobody has. */
export const isWaiting = ({ status, firstContactAt }: Pick<Summary, 'status' | 'firstContactAt'>) =>
  firstContactAt === null && status === NEW

/** How pressing it is that somebody reaches out; null once somebody has, or nobody has to. */
export function waitingToneOf(
  project: Pick<Summary, 'status' | 'firstContactAt' | 'waitedMinutes'>,
  { warmAfter, hotAfter }: Pick<Session, 'warmAfter' | 'hotAfter'>,
): WaitingTone | null {
  if (!isWaiting(project)) return null
  const { waitedMinutes } = project
  if (waitedMinutes >= hotAfter) return 'hot'
  return waitedMinutes >= warmAfter ? 'warm' : 'plain'
}

/** How the budget reads beside the range of the wanted type: always as a reading. */
export function readingOf(fit: BudgetFit, remodelType: string): string {
  const range = remodelTypeOf(remodelType)?.costRange
  if (!range) return `reads as ${fit}`
  return fit === 'unclear' ? `reads as unclear beside ${range}` : `reads as ${fit} ${range}`
}

const timeText = (iso: string, timeZone: string) =>
  new Date(iso)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
    .replace(/\s/, '\u00a0')

/** A moment as briefly as it stays clear: today's by its time, this year's without the year. */
export function momentText(iso: string, timeZone: string, now = new Date()): string {
  const [day, today] = [dayOf(new Date(iso), timeZone), dayOf(now, timeZone)]
  const time = timeText(iso, timeZone)
  if (day === today) return `Today, ${time}`
  if (day === daysAfter(today, -1)) return `Yesterday, ${time}`
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return `${dayText(day, isThisYear ? 'plain' : 'with year')}, ${time}`
}

/** The same in full, true on any day. */
export const wholeMomentText = (iso: string, timeZone: string) =>
  `${dayText(dayOf(new Date(iso), timeZone), 'with year')}, ${timeText(iso, timeZone)}`

/** As brief, but inside a sentence. */
export const momentWithin = (iso: string, timeZone: string, now = new Date()) =>
  momentText(iso, timeZone, now).replace(/^(Today|Yesterday)/, (day) => day.toLowerCase())

/** Whose times are told, for who may take them for their own. */
export const zoneText = (timeZone: string) => `Times in ${timeZone.replaceAll('_', ' ')}`

/** A day of the calendar, which has no time and so no zone. */
export const dayText = (day: string, style: 'plain' | 'with year' = 'plain') =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(style === 'with year' && { year: 'numeric' }),
    timeZone: 'UTC',
  })

export const whoText = (person: Person | null) => person?.name ?? 'Nobody'

/** What happened, after the name of who did it. */
export function eventText(event: Event): string {
  switch (event.kind) {
    case 'came':
      return 'Project received'
    case 'revised':
      return 'The homeowner sent it again with other answers'
    case 'status':
      return `${event.from === event.to ? '' : `${event.from} → `}${event.to}${event.reason && `: ${event.reason}`}`
    case 'contact':
      return event.how
    case 'taken back':
      return `${event.how}: taken back`
    case 'note':
      return event.text
    case 'assigned':
      return event.to ? `Given to ${event.to.name}` : 'Given to nobody'
  }
}

/** What became of an e-mail, in plain words; the detail is for who runs the site. */
export function deliveryText({ state, attempts, reason }: UnsentDelivery) {
  const after = attempts > 0 ? ` after ${pluralize(attempts, 'attempt')}` : ''
  if (state === 'dead') return { after, plain: 'The e-mail was not sent.', detail: reason }
  // A retry begins to count anew, and keeps the reason from before until there is another.
  if (attempts === 0) return { after, plain: 'The e-mail is about to be sent.', detail: '' }
  return { after, plain: 'The e-mail could not be sent yet.', detail: reason }
}

/** How much of a list is shown. */
export const shownText = (count: number, isAll: boolean) =>
  `${isAll && count > 1 ? 'All ' : ''}${pluralize(count, 'project')} shown`

/** Who waits: samples are said apart, and there may be more than are listed. */
export function waitingText(projects: readonly Pick<Summary, 'isSample'>[]): string {
  const samples = projects.filter(({ isSample }) => isSample).length
  const homeowners = projects.length - samples
  const who = [
    ...(homeowners > 0 ? [pluralize(homeowners, 'homeowner')] : []),
    ...(samples > 0 ? [pluralize(samples, 'sample')] : []),
  ]
  const atLeast = projects.length < MAX_UNANSWERED ? '' : 'At least '
  return `${atLeast}${who.join(' and ')} waiting${projects.length > 1 ? ', the longest first' : ''}.`
}

export const NONE_COUNTED = 'No visits counted in these days'

/** A funnel in one sentence. */
export function funnelText({ steps, days }: Funnel): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return 'From is after Until'
  const started = startedOf(steps)
  const submitted = days.reduce((sum, day) => sum + day.submitted, 0)
  if (started + submitted === 0) return NONE_COUNTED
  const [from, to] = [first, last].map(({ day }) => dayText(day, 'with year'))
  return `${pluralize(started, 'visit')}, ${pluralize(submitted, 'project')} submitted ${from === to ? 'on' : `from ${from} to`} ${to}.`
}

export const startedOf = (steps: Funnel['steps']) => Math.max(0, ...steps.map(({ reached }) => reached))
