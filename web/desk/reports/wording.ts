import type { Funnel, Summary } from '../../../desk/api.ts'
import { MAX_UNANSWERED } from '../../../desk/limits.ts'
import { formatNumber, pluralize } from '../../../desk/pluralize.ts'
import { daysText, dayText, durationText } from '../ui/wording.ts'
import type { NumberRow } from './number-table.tsx'

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
export function funnelText({ steps, days, early }: Pick<Funnel, 'steps' | 'days' | 'early'>): string {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return '“From” is later than “Until”'
  const started = startedOf(steps)
  const submitted = days.reduce((sum, day) => sum + day.submitted, 0)
  if (started + submitted === 0) return NONE_COUNTED
  const [from, to] = [first, last].map(({ day }) => dayText(day, 'with year'))
  const unfinished = early > 0 ? `, ${formatNumber(early)} of them sent early` : ''
  return `${pluralize(started, 'visit')}, ${pluralize(submitted, 'project')} submitted ${from === to ? 'on' : `from ${from} to`} ${to}${unfinished}.`
}

/** The rows of a table of days, newest first. Days without visits that follow one another share a row. */
export function dayRows(days: Funnel['days']): readonly NumberRow[] {
  const rows: NumberRow[] = []
  let emptySince: string | null = null
  for (const [index, { day, started, submitted }] of days.entries()) {
    const next = days[index + 1]
    if (started + submitted > 0) rows.push([dayText(day, 'with year'), started, submitted])
    else {
      emptySince ??= day
      if (next && next.started + next.submitted === 0) continue
      rows.push([`${daysText(emptySince, day)}: no visits`])
      emptySince = null
    }
  }
  return rows.reverse()
}

export const startedOf = (steps: Funnel['steps']) => Math.max(0, ...steps.map(({ reached }) => reached))

/** The time on a screen of the visit. */
export const secondsText = (seconds: number | null) =>
  seconds === null ? '–' : seconds < 90 ? `${Math.round(seconds)} s` : durationText(seconds / 60)
