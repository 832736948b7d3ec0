import type { Answers } from '../questionnaire/answers.ts'
import type { Contact, Status } from './status.ts'

/** What the desk's page and server say to each other, all of it JSON below `/api/desk`. Times are ISO texts. */

export interface Person {
  readonly name: string
  readonly email: string
}

/** Read from the visitor's free text beside the range of the wanted type; a reading, never a fact. */
export type BudgetFit = 'below' | 'within' | 'above' | 'unclear'

/** Another project with the same e-mail address or street. */
export interface RelatedProject {
  readonly id: string
  readonly name: string
  readonly by: 'e-mail' | 'street'
}

/** One row of the inbox. */
export interface Summary {
  readonly id: string
  readonly createdAt: string
  readonly name: string
  readonly city: string
  /** The answer to what type of remodel is wanted. */
  readonly remodelType: string
  readonly budget: string
  readonly budgetFit: BudgetFit
  readonly timeFrame: string
  /** One of `statuses`, or what was one of them when it was set: a reworded one stays to be read. */
  readonly status: string
  readonly assignee: Person | null
  readonly firstContactAt: string | null
  /** Minutes of business hours from its coming to its first contact, to when it was lost without one, or to now. */
  readonly waitedMinutes: number
  /** How the e-mail that tells the business of it stands. */
  readonly email: 'sent' | 'due' | 'dead'
  readonly twins: readonly RelatedProject[]
  /** Made by `npm run sample`, not by a homeowner. */
  readonly isSample: boolean
  /** Grows by one with every event. */
  readonly version: number
}

interface Happened {
  readonly at: string
  /** Null for what the product did by itself. */
  readonly who: Person | null
}

/** One line of a project's history, in the words of then. Nothing in it is ever overwritten. */
export type Event = Happened &
  (
    | {
        readonly kind: 'came'
        /** What was answered then and is answered otherwise now. */
        readonly first: Partial<Answers>
      }
    | { readonly kind: 'revised' }
    | { readonly kind: 'status'; readonly from: string; readonly to: string; readonly reason: string }
    | { readonly kind: 'contact'; readonly how: string }
    | { readonly kind: 'taken back'; readonly how: string }
    | { readonly kind: 'note'; readonly text: string }
    | { readonly kind: 'assigned'; readonly to: Person | null }
  )

/** GET projects/:id, and the answer to every change of one. */
export interface ProjectFile extends Summary {
  readonly answers: Answers
  /** Whether there is one to be typed again: some consist of nothing that anybody sees. */
  readonly hasLastName: boolean
  /** What the specialist still has to ask, the weightiest first. */
  readonly toAsk: readonly string[]
  readonly lostReason: string
  /** Oldest first. */
  readonly events: readonly Event[]
}

/**
 * POST projects/:id/events. A change of status or assignee names the version it was made on: when the same thing
 * was changed otherwise since, and not by a contact of one's own, the answer is 409 with the file as it is now, and
 * nothing was lost. Contacts and notes are always taken. A contact is taken back as long as it is the last thing
 * that has happened.
 */
export type Change =
  | { readonly kind: 'status'; readonly to: Status; readonly reason: string; readonly version: number }
  | { readonly kind: 'assigned'; readonly to: string | null; readonly version: number }
  | { readonly kind: 'contact'; readonly how: Contact }
  | { readonly kind: 'taken back'; readonly version: number }
  | { readonly kind: 'note'; readonly text: string }

/** How the inbox can be sorted. */
export const sorts = ['newest', 'oldest', 'waiting'] as const
export type Sort = (typeof sorts)[number]

/**
 * GET projects, and GET projects.csv with the same. All optional; dates are days, `to` included. HEAD
 * projects.csv answers 204, or 429 when a person has had their share, and is no export itself.
 */
export interface Filter {
  readonly status?: Status
  /** A person's e-mail address, or `nobody`. */
  readonly who?: string
  readonly type?: string
  readonly from?: string
  readonly to?: string
  /** Words to be found in name, e-mail address, city, street or the free texts. */
  readonly search?: string
  readonly sort?: Sort
  /** Where the page before ended, as it was given. */
  readonly cursor?: string
}

export interface Inbox {
  readonly projects: readonly Summary[]
  readonly next: string | null
  /** Projects from before the desk are still being filed: this is not all of them yet. */
  readonly isIncomplete?: true
}

/** GET session (401 when there is none), POST session with Credentials, DELETE session. */
export interface Session {
  readonly person: Person
  readonly brandName: string
  /** Where the business is: every day and time that the desk tells or asks for is meant there. */
  readonly timeZone: string
  /** Minutes after which a waiting project turns warm, and hot. */
  readonly warmAfter: number
  readonly hotAfter: number
}

export interface Credentials {
  readonly email: string
  readonly password: string
}

/** POST password: the one-time link's token, and the password chosen. 422 says which problem. */
export interface ChosenPassword {
  readonly token: string
  readonly password: string
}
export type PasswordProblem = 'too short' | 'too long' | 'too common' | 'link is used up'

/** Sent with what a page asks for by itself while nobody touches it: such a call is no use of the session. */
export const UNATTENDED = 'x-unattended'

/** GET people: who projects can be assigned to. GET unanswered: Summary[], the longest waiting first, as many as are listed. */

/** GET first-contacts: by week (its Monday), oldest first; minutes of business hours. */
export interface FirstContacts {
  readonly week: string
  readonly projects: number
  readonly answered: number
  readonly medianMinutes: number | null
  readonly worstMinutes: number | null
}

/** GET funnel?from&to: sums of days, one row a screen (its index). */
export interface FunnelScreen {
  readonly screen: number
  readonly reached: number
  /** How many fewer reached the next screen, or submitted after the last: nobody is followed. */
  readonly left: number
  readonly medianSeconds: number | null
}
export interface Funnel {
  readonly steps: readonly FunnelScreen[]
  readonly days: readonly { readonly day: string; readonly started: number; readonly submitted: number }[]
}

/** GET deliveries; POST deliveries/:id/retry answers 204. */
export interface UnsentDelivery {
  readonly projectId: string
  readonly name: string
  readonly state: 'due' | 'dead'
  readonly attempts: number
  readonly reason: string
  readonly queuedAt: string
  readonly nextAttemptAt: string | null
}

/** DELETE projects/:id with the last name typed again; 204, or 422 when it is another. */
export interface Erasure {
  readonly lastName: string
}

/** GET audit, newest first. */
export interface AuditEntry {
  readonly at: string
  readonly who: string
  readonly what:
    | 'password set'
    | 'signed in'
    | 'sign-in refused'
    | 'signed out'
    | 'exported'
    | 'erased'
    | 'erased by age'
  readonly detail: string
}

/**
 * GET changes: server-sent events; each `data` is the id of a project that came or changed, `deliveries`, or
 * `all` when some were erased.
 */

/**
 * POST /api/steps, from a visit's page and outside of `/api/desk`: a screen that this visit leaves for the
 * first time, by a step or by being put away, and how long it was looked at until then. No name, no id, no address. 204 always.
 */
export interface VisitCount {
  readonly screen: number
  readonly seconds: number
}
