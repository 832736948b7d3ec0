import type { Funnel } from '../../desk/api.ts'
import { pluralize } from '../../desk/pluralize.ts'
import { dayText } from './wording.ts'

export const NONE_COUNTED = 'No visits counted in these days'

/** What a funnel comes to, in a line. */
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
