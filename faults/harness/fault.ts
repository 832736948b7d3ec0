import type { Count } from './counts.ts'

/** What one fault did to the product. */
export interface Measured {
  /** How often the fault was brought about. */
  readonly runs: number
  readonly lost: number
  readonly doubled: number
  /** Answers and screens that told a visitor anything but the truth in the agreed words. */
  readonly wrongText: number
  readonly longestWaitMs: number
  /** Every other expectation that was not met, in words. */
  readonly failures: readonly string[]
  readonly note?: string
}

/** One way to break the product. */
export interface Fault {
  /** The rows of the fault table that it covers, such as F01 or 3.4. */
  readonly rows: string
  readonly name: string
  /** What the machine must have; its answer is why it has not, or null. */
  readonly needs?: () => string | null
  /** Left out of the short form: it takes long, and a sister of it, or a test in the browser, is in every run. */
  readonly onlyFull?: boolean
  /** Brought about before all others and by itself, because it measures how long something takes. */
  readonly alone?: boolean
  readonly run: (count: Count) => Promise<Measured>
}

/** Whether `--only` means it. */
export const isNamed = ({ rows, name }: Fault, only: string): boolean => `${rows} ${name}`.includes(only)

/** Thrown by a fault that finds out on the way that it cannot be brought about here. */
export class NotHere extends Error {}

/** Faults that are brought about by the same program; `atOnce` of them side by side. */
export interface Group {
  readonly name: string
  readonly title: string
  readonly faults: readonly Fault[]
  readonly atOnce: number
}

/** A visitor's browser waits this long. */
export const LONGEST_WAIT_MS = 20_000
/** A busy machine notices the end of a wait a little late. */
export const CLOCK_MS = 1000

export const isMet = ({ lost, doubled, wrongText, longestWaitMs, failures }: Measured): boolean =>
  lost + doubled + wrongText + failures.length === 0 && longestWaitMs <= LONGEST_WAIT_MS + CLOCK_MS

/** A busy machine can make a wait too long, or a program miss its moment; it loses, doubles and misstates nothing. */
export const mayBeTheMachines = (measured: Measured): boolean =>
  !isMet(measured) && measured.lost + measured.doubled + measured.wrongText === 0
