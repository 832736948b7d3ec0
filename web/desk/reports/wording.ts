import type { Funnel, Summary } from '../../../desk/api.ts'
import { MAX_UNANSWERED } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { dayText, durationText } from '../ui/wording.ts'

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

export const NONE_COUNTED = 'No visits in this period'

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

/** The time on a screen of the visit. */
export const secondsText = (seconds: number | null) =>
  seconds === null ? '–' : seconds < 90 ? `${Math.round(seconds)} s` : durationText(seconds / 60)
