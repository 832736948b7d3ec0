import type { Answers } from '../../questionnaire/answers.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { Source } from '../../questionnaire/source.ts'
import type { Counts, Delivery, Failure } from './delivery.ts'
import type { Outbox } from './outbox.ts'

export interface Submission {
  readonly id: string
  readonly answers: Answers
  /** Answers to questions that this questionnaire does not ask, from a page of another version. */
  readonly extraAnswers: Readonly<Record<string, string>>
  /** Why a new project is suspicious, in plain words. A revision does not change what the project is. */
  readonly suspicion?: string
  /** Where the visit came from. A revision does not change it, so it is not part of what makes submissions the same. */
  readonly source?: Source
}

/** A delivery with its lease: the exclusive right to send it, for LEASE_MS. */
export interface ClaimedDelivery {
  readonly kind: 'claimed'
  readonly token: string
  readonly project: Project
  readonly delivery: Delivery
}

/** What came of claiming a project's delivery. */
export type ClaimResult =
  | ClaimedDelivery
  /** Also for a suspicious project, whose visitor must not see a difference. */
  | { readonly kind: 'sent' }
  /** Another server, or another request, is sending it. */
  | { readonly kind: 'busy' }
  /** The project does not exist. For claimDue also: its delivery is no longer due. */
  | { readonly kind: 'none' }

export interface Saved {
  readonly change: 'created' | 'revised' | 'unchanged'
  readonly claim: ClaimResult
}

/** Where projects are stored. Every driver passes project-store.contract.test.ts. */
export interface ProjectStore {
  /** What else leaves because of a project. */
  readonly outbox: Outbox
  /**
   * Saves a project and its delivery in one transaction, and claims the delivery unless it is sent, being sent or
   * suspicious. The
   * same answers again change nothing. Other answers replace the project, except for its `createdAt` and `source`, and
   * make the delivery due for the new revision.
   */
  save(submission: Submission): Promise<Saved>
  /** Claims the delivery of one project, even before its next attempt is due and even if it is dead. */
  claim(id: string): Promise<ClaimResult>
  /** Claims deliveries whose next attempt is due, oldest first where the database can sort them. */
  claimDue(limit: number): Promise<readonly ClaimedDelivery[]>
  /** Records that a claimed delivery was sent; false if another server has claimed it since. */
  markSent(claimed: ClaimedDelivery): Promise<boolean>
  /** Records that a claimed delivery failed, and returns it; null if another server has claimed it since. */
  markFailed(claimed: ClaimedDelivery, failure: Failure): Promise<Delivery | null>
  exists(id: string): Promise<boolean>
  /** True if saving the submission would change nothing: it is stored already, or its project was erased. */
  isUnchanged(submission: Submission): Promise<boolean>
  /** Every project except samples, oldest first, read in small batches. */
  projects(since?: Date): AsyncIterable<Project>
  /** Every delivery that is due or dead. */
  unsent(): AsyncIterable<Delivery>
  /** Every suspicious delivery, in no particular order. */
  suspicious(): AsyncIterable<Delivery>
  countSuspicious(): Promise<number>
  /** Makes unsent deliveries due now, dead ones included; returns how many. A suspicious one only by its id. */
  retry(id: string | 'all'): Promise<number>
  /** Stops sending what is due until the operator retries it, for a store restored from a backup; returns how many. */
  hold(): Promise<number>
  /**
   * Counts a held or dead delivery as sent, because the operator has seen the e-mail. A delivery that is due or being
   * sent may be newer than what the operator saw, so it is left alone.
   */
  settle(id: string): Promise<'settled' | 'busy' | 'none'>
  counts(): Promise<Counts>
  /** Rejects with the reason if projects cannot be saved now. */
  check(): Promise<void>
  close(): Promise<void>
}
