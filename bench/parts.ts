import type { Bench } from './part.ts'

/** The parts in the order of the report; each is loaded only when it is run. */
export const parts: Readonly<Record<string, () => Promise<Bench>>> = {
  'first-load': async () => (await import('./first-load.ts')).firstLoad,
  step: async () => (await import('./step.ts')).step,
  visit: async () => (await import('./visit.ts')).visit,
  submit: async () => (await import('./submit.ts')).submit,
  growth: async () => (await import('./growth.ts')).growth,
  memory: async () => (await import('./memory.ts')).memory,
  desk: async () => (await import('./desk.ts')).desk,
}
