import type { Bench } from './part.ts'

/** The parts in the order of the report; each is loaded only when it is run. */
export const parts: Readonly<Record<string, () => Promise<Bench>>> = {
  'first-load': async () => (await import('./first-load.ts')).firstLoad,
  step: async () => (await import('./step.ts')).step,
  visit: async () => (await import('./visit.ts')).visit,
}
