import type { Answers, SentAnswers } from './answers.ts'
import type { Prices } from './business.ts'

/** The status of a project, in the words that its homeowner sees. */
export const briefStates = ['Received', 'In review', 'Contacted'] as const
export type BriefState = (typeof briefStates)[number]

/** How long the link to a brief works. */
export const BRIEF_DAYS = 90

/** A project as its homeowner sees it, at an address that only they know. */
export interface Brief {
  readonly answers: Answers
  readonly state: BriefState
  /** The prices that the homeowner saw. */
  readonly prices: Prices
  /** The last day on which the link works, such as `2026-01-31`. */
  readonly lastDay: string
}

/** The body of `GET /api/briefs/:token`: what the visit needs to change the answers of the same project. */
export interface BriefAnswers {
  readonly id: string
  readonly answers: SentAnswers
}
