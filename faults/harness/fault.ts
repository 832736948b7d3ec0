import type { Result, Trial } from './trial.ts'
import { BROWSER_TIMEOUT_MS } from './visitors.ts'

/** One way to break the product. */
export interface Fault {
  /** The numbers in the catalog of faults that it covers, such as F01 or 3.4. */
  readonly rows: string
  readonly name: string
  /** Returns why the fault cannot be produced on this machine, or null. */
  readonly needs?: () => string | null
  /** Part of `--short`, which `npm test` runs. */
  readonly short?: boolean
  readonly run: (trial: Trial) => Promise<Result>
}

/** Thrown when a fault turns out to be impossible on this machine while it runs. */
export class Unavailable extends Error {}

/** Faults on one subject. `concurrency` of them run at the same time. */
export interface Group {
  readonly name: string
  readonly title: string
  readonly faults: readonly Fault[]
  readonly concurrency: number
}

/** Whether `--only` selects the fault. */
export const matches = ({ rows, name }: Fault, only: string): boolean => `${rows} ${name}`.includes(only)

/** On a busy machine, a wait ends a little late. */
export const TOLERANCE_MS = 2000

export const isPassed = ({ lost, duplicated, wrongText, longestWaitMs, failures }: Result): boolean =>
  lost + duplicated + wrongText + failures.length === 0 && longestWaitMs <= BROWSER_TIMEOUT_MS + TOLERANCE_MS

/** On a busy machine, a wait may take too long, or a fault may miss its moment. It never loses or duplicates a project. */
export const mayBeOverload = (result: Result): boolean =>
  !isPassed(result) && result.lost + result.duplicated + result.wrongText === 0
