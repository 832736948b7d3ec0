import type { Browser } from '@playwright/test'
import type { Phone } from './phone.ts'

interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly dur?: number
  readonly pid: number
  readonly tid: number
}

/** Traces what is done, and tells the longest task of the page's main thread between a press and its screen. */
export async function longestTaskMs(
  browser: Browser,
  { page }: Phone,
  walk: () => Promise<unknown>,
): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', 'devtools.timeline'] })
  await walk()
  const trace = (await browser.stopTracing()).toString()
  const { traceEvents }: { traceEvents: readonly TraceEvent[] } = JSON.parse(trace)
  const marks = traceEvents.filter(({ name }) => name === 'pressed' || name === 'painted')
  const thread = marks[0]
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => /RunTask$/.test(name) && pid === thread?.pid && tid === thread.tid,
  )
  const within = ({ ts, dur = 0 }: TraceEvent) => {
    const before = marks.filter((mark) => mark.ts <= ts + dur).at(-1)
    return before?.name === 'pressed' || (before?.name === 'painted' && before.ts >= ts)
  }
  return Math.max(...tasks.filter(within).map(({ dur = 0 }) => dur)) / 1000
}
