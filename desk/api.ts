import type { Answers, SentAnswers } from '../questionnaire/answers.ts'
import type { Source } from '../questionnaire/source.ts'

// The JSON that the desk's pages and the server exchange below `/api/desk`. Times are ISO 8601 texts. Four paths have
// no type of their own:
//
// GET people      Person[] to whom projects can be assigned
// GET sources     string[], by which the inbox can be filtered
// GET unanswered  Summary[] of waiting projects, longest waiting first
// GET changes     server-sent events; each `data` is the id of a new or changed project, `deliveries` (also for messages),
//                 or `all` after projects were erased

export interface Person {
  readonly name: string
  readonly email: string
}

/**
 * Owners can do everything. Specialists cannot export or erase projects, manage people, change settings, or see webhooks or
 * the audit list.
 */
export const roles = ['owner', 'specialist'] as const
export type Role = (typeof roles)[number]

/** The `problem` of a 403 for a specialist who asks for what only owners may do. */
export const OWNERS_ONLY = 'owners only'

/** The visitor's budget compared with the price range of the chosen type. It is estimated from free text. */
export type BudgetFit = 'below' | 'within' | 'above' | 'unclear'

/** Another project with the same email address or street. */
export interface RelatedProject {
  readonly id: string
  readonly name: string
  readonly by: 'email' | 'street'
}

/** The state of the email to the business: `dead` after its last attempt, `suspicious` until it is released. */
export const emailStates = ['sent', 'due', 'dead', 'suspicious'] as const

/** One row of the inbox. */
export interface Summary {
  readonly id: string
  readonly createdAt: string
  readonly name: string
  readonly city: string
  readonly remodelType: string
  /** The price range that the visitor saw for it; empty if it is not one of the types. */
  readonly costRange: string
  readonly budget: string
  readonly budgetFit: BudgetFit
  readonly timeFrame: string
  /** One of `statuses`, or an older wording that was valid when it was set. */
  readonly status: string
  readonly assignee: Person | null
  readonly firstContactAt: string | null
  /** Minutes of business hours until the first contact, until it was lost without one, or until now. */
  readonly waitedMinutes: number
  readonly email: (typeof emailStates)[number]
  readonly relatedProjects: readonly RelatedProject[]
  /** Made up, to try the desk with. */
  readonly isSample: boolean
  /** Submitted to try the guide. */
  readonly isTest: boolean
  /** Grows by one with every event. */
  readonly version: number
}

interface EventBase {
  readonly at: string
  /** Null for the visitor. */
  readonly who: Person | null
}

/** One entry of a project's history. Entries are never changed, so they keep the wording of their time. */
export type Event = EventBase &
  (
    | {
        /** The visitor submitted the project. */
        readonly kind: 'came'
        /** First answers that have been changed since. */
        readonly first: Partial<Answers>
      }
    | { readonly kind: 'revised' }
    /** The visitor pressed Submit. The same answers had been sent early. */
    | { readonly kind: 'finished' }
    /** The project was suspicious until now. */
    | { readonly kind: 'released' }
    | { readonly kind: 'status'; readonly from: string; readonly to: string; readonly reason: string }
    | { readonly kind: 'contact'; readonly how: string }
    /** The contact before it was undone. */
    | { readonly kind: 'taken back'; readonly how: string }
    | { readonly kind: 'note'; readonly text: string }
    | { readonly kind: 'assigned'; readonly to: Person | null }
  )

/** GET projects/:id, and the response to every change. */
export interface ProjectDetails extends Summary {
  readonly answers: SentAnswers
  readonly source: Source
  /** Sent before the visitor pressed Submit, which has not happened since. */
  readonly sentEarly: boolean
  /** False when the last name has no visible characters, so that it cannot be typed to confirm erasing. */
  readonly hasLastName: boolean
  /** What the specialist should ask, most important first. */
  readonly toAsk: readonly string[]
  readonly lostReason: string
  /** Oldest first. */
  readonly events: readonly Event[]
}

/** GET projects: one page. */
export interface Inbox {
  readonly projects: readonly Summary[]
  readonly next: string | null
  /** How many projects are suspicious, whatever the filter. */
  readonly suspicious: number
}

/**
 * POST projects/listed?FILTER, with the Selection of the rows that a page shows, at most MAX_LISTED: the first page of
 * the newest projects, and the given rows without those that were erased.
 */
export interface ListedProjects extends Inbox {
  readonly rows: readonly Summary[]
}

/** GET session, or 401; POST session with Credentials; DELETE session. */
export interface Session {
  readonly person: Person
  readonly role: Role
  readonly brandName: string
  /** The version of the product. */
  readonly version: string
  /** The time zone of the business. The desk shows and reads all times in it. */
  readonly timeZone: string
  /** Minutes of business hours after which a project's first contact is due, and overdue. */
  readonly dueAfter: number
  readonly overdueAfter: number
  /** Passkeys are required and the person has none. Until one is added, only `session` and `account` answer. */
  readonly mustAddPasskey: boolean
}

/** The `problem` of a 403 to every other request of such a person. */
export const MUST_ADD_PASSKEY = 'passkey missing'

/**
 * The `problem` of a 403 to a request that needs a person who has proved who they are in the last five minutes: adding a
 * passkey, and no longer requiring passkeys. POST account/confirmation with the password, or POST
 * account/confirmation/passkey with what the browser made of POST session/passkey/options, and then repeat the request.
 */
export const MUST_CONFIRM = 'not confirmed'

/** The `problem` of a 403 to a confirmation with the password, where the person needs a passkey to sign in. */
export const PASSKEY_REQUIRED = 'passkey required'

/** GET account/passkeys: one's own, oldest first. DELETE account/passkeys/:id returns 204. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** Why something about passkeys is rejected with 422. */
export type PasskeyProblem =
  /** The challenge is unknown, used already or older than five minutes. */
  | 'too late'
  /** Made for another address, without a check of the person, or otherwise invalid. */
  | 'invalid passkey'
  | 'unknown passkey'
  /** Its counter did not go up, so there may be a copy of it. */
  | 'copied passkey'
  | 'added already'
  /** It is the last one of a person who needs one. */
  | 'last passkey'
  /** You need a passkey yourself before you can require them. */
  | 'no passkey of your own'

/** The response to POST password. Where passkeys are required, a person who has one is not signed in. */
export interface SetPassword {
  readonly isSignedIn: boolean
  /** The person had a password before, and has passkeys, which still sign in. */
  readonly hasPasskeys: boolean
}
export type PasswordProblem = 'too short' | 'too long' | 'too common' | 'link is used up'

/**
 * GET members, for owners. `sendsEmails` is false when the mail service has only its own template: then links are
 * handed over by hand, and people are not notified.
 */
export interface Members {
  readonly members: readonly TeamMember[]
  readonly sendsEmails: boolean
}

export interface TeamMember extends Person {
  readonly role: Role
  readonly passkeys: number
  /** Null before the first sign-in. */
  readonly signedInAt: string | null
  /** False until the person has chosen a password through a link. */
  readonly hasPassword: boolean
  /** When that link ends; null when there is none or it has ended. */
  readonly linkUntil: string | null
  /** Assigned projects that are neither won nor lost. */
  readonly openProjects: number
}

/** The token of a link to choose a password, and whether it was emailed to the person. */
export interface NewLink {
  readonly email: string
  readonly token: string
  readonly isEmailed: boolean
}

/** The `problem` of a 422 from these routes. Nothing was done. */
export type MemberProblem =
  | 'address taken'
  | 'has a password'
  | 'last owner'
  | 'not an address'
  | 'unknown assignee'
  | 'unknown person'
  | 'yourself'

/** GET forgotten-password. Without it, only an owner or the operator can make a new link. */
export interface ForgottenPassword {
  readonly canEmail: boolean
}

/** GET account. */
export interface Account {
  /** Newest first. DELETE account/sessions/:id ends one of them, DELETE account/sessions all but this browser's. */
  readonly sessions: readonly OpenSession[]
  /** Whether the server can send emails to the person, such as about a sign-in with a new browser. */
  readonly hasNotices: boolean
}

export interface OpenSession {
  readonly id: string
  /** Such as `Firefox on Android`. */
  readonly browser: string
  readonly beganAt: string
  /** Up to five minutes late. */
  readonly seenAt: string
  /** The session of the request. */
  readonly isThis: boolean
}

export type NewPasswordProblem = Exclude<PasswordProblem, 'link is used up'> | 'wrong password'

/** The header of a request that a page makes while no one uses it. Such a request does not prolong the session. */
export const UNATTENDED = 'x-unattended'

/** What a new owner does first. */
export const firstSteps = ['business', 'hours', 'leads', 'invite', 'try'] as const
export type FirstStep = (typeof firstSteps)[number]

/** GET first-steps, for owners. POST samples and DELETE samples return 204. */
export interface FirstSteps {
  /** Whether each is done; null once the inbox has a homeowner's project. */
  readonly steps: Readonly<Record<FirstStep, boolean>> | null
}

/** GET first-contacts: one entry per week, oldest first. Minutes are minutes of business hours. */
export interface FirstContacts {
  /** The week's Monday. */
  readonly week: string
  readonly projects: number
  readonly answered: number
  readonly medianMinutes: number | null
  readonly worstMinutes: number | null
}

/** One screen of the funnel. */
export interface FunnelScreen {
  /** The index of the screen. */
  readonly screen: number
  readonly reached: number
  /** How many fewer visits reached the next screen, or submitted after the last one. */
  readonly left: number
  readonly medianSeconds: number | null
}

/** The visits and projects of one source, or of all sources that have no row of their own. */
export interface FunnelSource {
  readonly source: string
  readonly visits: number
  /** Of the projects that were submitted on these days, without those that were erased since. */
  readonly submitted: number
  readonly contacted: number
  readonly won: number
}

/** What an owner reads first. */
export interface FunnelFigures {
  readonly visits: number
  readonly submitted: number
  /** Projects won on these days, whenever they were submitted. */
  readonly won: number
}

/** GET funnel?from&to. */
export interface Funnel {
  readonly figures: FunnelFigures
  /** The same figures for the previous period of equal length. */
  readonly before: FunnelFigures
  readonly steps: readonly FunnelScreen[]
  readonly days: readonly { readonly day: string; readonly started: number; readonly submitted: number }[]
  /** How many of the submitted projects were only sent early, without those that were erased since. */
  readonly early: number
  /** Those with the most projects first. */
  readonly sources: readonly FunnelSource[]
}

/**
 * GET messages: what has not been sent, oldest first; POST messages/:id/retry returns 204. Omits messages that are
 * about to be sent for the first time, and those whose webhook is off.
 */
export interface UnsentMessage {
  readonly id: string
  readonly channel: MessageChannel
  /** The host of a webhook; empty for other channels. */
  readonly receiver: string
  readonly event: string
  /** Null once the project is erased. */
  readonly project: { readonly id: string; readonly name: string } | null
  readonly state: 'due' | 'dead'
  readonly attempts: number
  readonly reason: string
  readonly queuedAt: string
  readonly nextAttemptAt: string | null
}
export type MessageChannel = 'document' | 'specialist' | 'homeowner' | 'webhook'

/** GET backup: when the server that answers made its last good backup. `none` if it makes no backups, or not yet. */
export interface Backup {
  readonly state: 'ok' | 'failed' | 'none'
  readonly at: string | null
}

/** One row of the suspicious projects. */
export interface SuspiciousProject {
  readonly id: string
  readonly createdAt: string
  readonly name: string
  readonly email: string
  readonly city: string
  /** In plain words, such as `Sent 2 seconds after the visit began`. */
  readonly reason: string
}

/** GET suspicious, newest first; the list may be cut, the count is not. */
export interface SuspiciousProjects {
  readonly count: number
  readonly projects: readonly SuspiciousProject[]
}

/** Stored entries have these words, so none may be renamed or removed. */
export const auditedActions = [
  'password set',
  'signed in',
  'sign-in refused',
  'signed out',
  'person added',
  'link renewed',
  'invitation revoked',
  'password reset',
  'password changed',
  'password link sent',
  'forgotten password replaced',
  'name changed',
  'session ended',
  'other sessions ended',
  'person removed',
  'role changed',
  'passkey added',
  'passkey removed',
  'copied passkey refused',
  'passkeys required',
  'passkeys not required',
  'webhook added',
  'webhook turned on',
  'webhook turned off',
  'webhook secret rotated',
  'webhook deleted',
  'setting changed',
  'exported',
  'samples added',
  'samples removed',
  'erased',
  'erased by age',
] as const

/** GET audit: the newest AUDIT_PAGE entries, newest first. GET audit?before=ID: those before the entry with this id. */
export interface AuditEntry {
  readonly id: number
  readonly at: string
  readonly who: string
  readonly what: (typeof auditedActions)[number]
  /** The client's address, the person, or what was exported or erased. */
  readonly detail: string
}

/**
 * POST /api/steps, outside of `/api/desk`: a visit leaves a screen for the first time, after so many seconds. It
 * carries nothing else about the visitor than where they came from, and the response is always 204.
 */
export interface VisitCount {
  readonly screen: number
  readonly seconds: number
  /** With the first screen, if it is known: the text of SOURCE_HEADER. */
  readonly source?: string
}
