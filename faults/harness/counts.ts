/** How often each thing is done: in the full run, and in the short one that is part of `npm test`. */
const counts = {
  'restarts alone': { full: 50, short: 5 },
  'random kills': { full: 1000, short: 5 },
  'submissions under kills': { full: 20_000, short: 150 },
  'ends by its own code': { full: 50, short: 1 },
  'kills at each point': { full: 50, short: 1 },
  'submissions around an end': { full: 2000, short: 100 },
  'power cuts': { full: 200, short: 3 },
  'submissions under a trace': { full: 100, short: 5 },
  'database crashes': { full: 100, short: 2 },
  'projects in an outage': { full: 10_000, short: 200 },
  'lost answers in the browser': { full: 1000, short: 4 },
  'visits on a flapping network': { full: 100, short: 3 },
  'hostile requests': { full: 1_000_000, short: 20_000 },
  'requests beyond the limit': { full: 20_000, short: 500 },
  'hostile settings': { full: 100_000, short: 5000 },
  'slow connections': { full: 1000, short: 1000 },
  'ids on two servers': { full: 1000, short: 40 },
  'calls for each id': { full: 20, short: 20 },
} as const

/** Fewer of these would be another fault. */
const ALWAYS_WHOLE: ReadonlySet<string> = new Set(['slow connections', 'calls for each id'])

/** How often a thing of that name is to be done in this run. */
export type Count = (name: keyof typeof counts) => number

/** `share` makes a full run smaller, for a machine or an hour that cannot bear it. */
export function counter(form: 'full' | 'short', share = 1): Count {
  return (name) => {
    const count = counts[name][form]
    return form === 'short' || ALWAYS_WHOLE.has(name) ? count : Math.max(1, Math.round(count * share))
  }
}
