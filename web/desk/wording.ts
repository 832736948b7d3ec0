import type {
  Backup,
  BudgetFit,
  Event,
  Funnel,
  MessageChannel,
  Person,
  Session,
  Summary,
  UnsentMessage,
} from '../../desk/api.ts'
import { dayOf, daysAfter } from '../../desk/days.ts'
import { MAX_UNANSWERED } from '../../desk/limits.ts'
import { formatNumber, pluralize } from '../../desk/pluralize.ts'
import { NEW } from '../../desk/status.ts'
import { remodelTypeOf } from '../../questionnaire/business.ts'
import { DIRECT, OTHER_SOURCES } from '../../questionnaire/source.ts'

/** A duration in minutes or hours. Never in days, because a business day has only its open hours. */
export function durationText(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  return hours < 10 && whole % 60 > 0 ? `${hours} h ${whole % 60} min` : `${formatNumber(hours)} h`
}

/** The time on a screen of the visit. */
export const secondsText = (seconds: number | null) =>
  seconds === null ? '–' : seconds < 90 ? `${Math.round(seconds)} s` : durationText(seconds / 60)

type WaitingTone = 'plain' | 'warm' | 'hot'

/** Whether the homeowner still waits for a first contact. */
export const isWaiting = ({ status, firstContactAt }: Pick<Summary, 'status' | 'firstContactAt'>) =>
  firstContactAt === null && status === NEW

/** How urgent the first contact is; null when the homeowner does not wait. */
export function waitingToneOf(
  project: Pick<Summary, 'status' | 'firstContactAt' | 'waitedMinutes'>,
  { warmAfter, hotAfter }: Pick<Session, 'warmAfter' | 'hotAfter'>,
): WaitingTone | null {
  if (!isWaiting(project)) return null
  const { waitedMinutes } = project
  if (waitedMinutes >= hotAfter) return 'hot'
  return waitedMinutes >= warmAfter ? 'warm' : 'plain'
}

/** How the budget compares with the usual cost of the wanted type. */
export function budgetFitText(fit: BudgetFit, remodelType: string): string {
  return `${fitNames[fit]} the usual ${remodelTypeOf(remodelType)?.costRange ?? 'range'}`
}

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

/** The last backup, or null if the server makes none. */
export function backupText({ state, at }: Backup, timeZone: string, now = new Date()): string | null {
  if (state === 'none') return null
  const last = at === null ? 'none' : timestampInSentence(at, timeZone, now)
  return `Last backup: ${last}${state === 'failed' ? '. Backups are failing. Ask the operator.' : ''}`
}

/** Shown when the browser is in another time zone than the business. */
export const zoneText = (timeZone: string) => `Times in ${timeZone.replaceAll('_', ' ')}`

/** A calendar day, which has no time and no time zone. */
export const dayText = (day: string, style: 'plain' | 'with year' = 'plain') =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    ...(style === 'with year' && { year: 'numeric' }),
    timeZone: 'UTC',
  })

export const whoText = (person: Person | null) => person?.name ?? 'Unassigned'

/** What happened, to follow the name of the person. */
export function eventText(event: Event): string {
  switch (event.kind) {
    case 'came':
      return 'Project received'
    case 'revised':
      return 'The homeowner submitted it again with different answers'
    case 'released':
      return 'Released: no longer suspicious'
    case 'status':
      return `${event.from === event.to ? '' : `${event.from} → `}${event.to}${event.reason && `: ${event.reason}`}`
    case 'contact':
      return event.how
    case 'taken back':
      return `${event.how}: undone`
    case 'note':
      return event.text
    case 'assigned':
      return event.to ? `Assigned to ${event.to.name}` : 'Unassigned'
  }
}

/** A name by which the desk counts sources. Direct: the visitor typed the address, or the browser did not say. */
export function sourceNameText(source: string): string {
  if (source === DIRECT) return 'Direct or unknown'
  return source === OTHER_SOURCES ? 'All others' : source
}

/** What a message is, its state in plain words, and the detail for the operator. */
export function messageText(message: UnsentMessage) {
  const { channel, state, attempts, reason } = message
  const thing = channelTexts[channel](message)
  const after = attempts > 0 ? ` after ${pluralize(attempts, 'attempt')}` : ''
  if (state === 'dead') return { thing, after, plain: `The ${thing} was not sent.`, detail: reason }
  // A retry resets the attempts and keeps the old reason, which no longer applies.
  if (attempts === 0) return { thing, after, plain: `The ${thing} is about to be sent.`, detail: '' }
  return { thing, after, plain: `The ${thing} could not be sent yet.`, detail: reason }
}

const channelTexts: Readonly<Record<MessageChannel, (message: UnsentMessage) => string>> = {
  document: ({ event }) => (event === 'project.erased' ? 'deletion of the document' : 'document'),
  specialist: () => 'e-mail to the specialist',
  homeowner: () => 'copy for the homeowner',
  webhook: ({ event, receiver }) => `message ${event} to the webhook ${receiver}`,
}

export const shownText = (count: number, isAll: boolean) =>
  `${isAll && count > 1 ? 'All ' : ''}${pluralize(count, 'project')} shown`

/** How many wait. Samples are counted separately, and the list may be cut. */
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

export const NONE_COUNTED = 'No visits counted on these days'

/** A funnel in one sentence. */
export function funnelText({ steps, days }: Pick<Funnel, 'steps' | 'days'>): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return '“From” is later than “Until”'
  const started = startedOf(steps)
  const submitted = days.reduce((sum, day) => sum + day.submitted, 0)
  if (started + submitted === 0) return NONE_COUNTED
  const [from, to] = [first, last].map(({ day }) => dayText(day, 'with year'))
  return `${pluralize(started, 'visit')}, ${pluralize(submitted, 'project')} submitted ${from === to ? 'on' : `from ${from} to`} ${to}.`
}

export const startedOf = (steps: Funnel['steps']) => Math.max(0, ...steps.map(({ reached }) => reached))
