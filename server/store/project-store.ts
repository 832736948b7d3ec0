import type { Answers } from '../../questionnaire/answers.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { Delivery, Failure } from './delivery.ts'

/** What a visitor submits: the answers, and what an older page asked that we no longer do. */
export interface Submission {
  readonly id: string
  readonly answers: Answers
  readonly unknown: Readonly<Record<string, string>>
}

/** The right to send one delivery, and all that is needed to do so. It ends by itself: LEASE_MS. */
export interface Taken {
  readonly token: string
  readonly project: Project
  readonly delivery: Delivery
}

/** Where the delivery of a project stands for somebody who wants to send it. */
export type Standing =
  | { readonly kind: 'sent' }
  | { readonly kind: 'taken'; readonly taken: Taken }
  /** Somebody else is sending it. */
  | { readonly kind: 'busy' }
  /** There is no such project, or it is not due. */
  | { readonly kind: 'none' }

export interface Saved {
  readonly change: 'created' | 'replaced' | 'unchanged'
  readonly standing: Standing
}

/** What became of a delivery that was to be taken for sent; the words are those of `Standing`. */
export type Settled = 'settled' | 'busy' | 'none'

export interface Counts {
  /** Not sent yet, whatever the age. */
  readonly due: number
  /** Due for longer than STUCK_MS. */
  readonly stuck: number
  readonly dead: number
}

/** Where projects are kept. Every driver passes project-store.contract.test.ts. */
export interface ProjectStore {
  /**
   * Saves a project and its delivery in one transaction, and takes the delivery unless it is sent or
   * somebody has it. The same answers again change nothing; others replace the record, keep its
   * `createdAt`, and make the delivery due for the new revision.
   */
  save(submission: Submission): Promise<Saved>
  /** Takes the delivery of one project, whatever its back-off says, dead ones included. */
  take(id: string): Promise<Standing>
  /** Takes deliveries whose time has come, the first saved first where the database can. */
  takeDue(limit: number): Promise<readonly Taken[]>
  /** Notes that a taken delivery was sent; false when the lease had gone to somebody else. */
  markSent(taken: Taken): Promise<boolean>
  /** Notes that a taken delivery was not sent; null when the lease had gone to somebody else. */
  markFailed(taken: Taken, failure: Failure): Promise<Delivery | null>
  isKnown(id: string): Promise<boolean>
  /** True when it says nothing new: these very answers are kept, or were and have been erased. */
  isKept(submission: Submission): Promise<boolean>
  /** Every project but samples, oldest first, a few in memory at a time. */
  projects(since?: Date): AsyncIterable<Project>
  /** Every delivery that is due or dead. */
  unsent(): AsyncIterable<Delivery>
  /** Makes unsent deliveries due now, dead ones included; returns how many. */
  retry(id: string | 'all'): Promise<number>
  /** Sends nothing that is due now until somebody says retry: for a store restored from a backup. */
  hold(): Promise<number>
  /**
   * Takes a delivery that is held or given up for sent, because somebody has seen the e-mail. One that is due,
   * or on its way, may be newer than what was seen.
   */
  settle(id: string): Promise<Settled>
  counts(): Promise<Counts>
  /** Rejects, saying why, when projects cannot be kept now. */
  check(): Promise<void>
  close(): Promise<void>
}
