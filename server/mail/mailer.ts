import type { PriceList, Profile } from '../../questionnaire/business.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { Settings } from '../config/settings.ts'

/** What the emails of every driver need. */
export type MailSettings = Pick<Settings, 'brandName' | 'mailTo'>

/** How a project reaches the specialist. Every driver passes mailer.contract.test.ts. */
export interface Mailer {
  /** Where emails go, shown when the server starts. Contains no secret and no personal address. */
  readonly destination: string
  /**
   * Resolves once the mail service has accepted the email, and rejects with a MailRefusal if the service
   * refused it. Sends nothing after the signal, because another server may claim the message then.
   */
  sendProject(mail: ProjectMail, signal?: AbortSignal): Promise<Receipt>
  /**
   * Sends a plain-text email to the business or to one member of staff, and resolves to what the mail service said. Missing
   * if the mail service can only fill its own template.
   */
  sendNotice?(notice: Notice): Promise<string>
  /**
   * Sends a homeowner the copy of their project. Missing if the mail service has no template for it. Rejects like
   * sendProject.
   */
  sendCopy?(copy: HomeownerCopy, signal?: AbortSignal): Promise<void>
  /** Removes this server's copies of a project's emails, if it stores any. */
  erase?(projectId: string): Promise<void>
  /** Rejects with the reason if no email could be sent now. */
  check(): Promise<void>
  close(): Promise<void>
}

export interface ProjectMail {
  readonly project: Project
  readonly revision: number
  readonly revisedAt: Date
  /** An earlier revision has been emailed. */
  readonly isUpdate: boolean
  /** It was submitted to try the guide. */
  readonly isTest: boolean
  /** Answers to questions that are no longer asked, by field name. */
  readonly extraAnswers: Readonly<Record<string, string>>
  /** The names of the fields that changed since the previous email. */
  readonly changed: readonly string[]
  /** The business's time zone, for the times in the email. */
  readonly timeZone: string
  /** The address of the call sheet; null without a desk or a known domain. */
  readonly callSheetUrl: string | null
  /** The prices that the homeowner saw. */
  readonly prices: PriceList
}

/** The homeowner's copy of their project: fixed text and the options that they chose. */
export interface HomeownerCopy {
  /** In ASCII. */
  readonly to: string
  readonly project: Project
  readonly briefUrl: string
  readonly profile: Profile
  /** The prices that the homeowner saw. */
  readonly prices: PriceList
}

/** An email about the product itself. It has no personal data of homeowners. */
export interface Notice {
  /** Identifies the notice, so that mail programs can drop duplicates. Also the name of its file. */
  readonly name: string
  /** The address of a member of staff, in ASCII. Without it, the notice goes to the business. */
  readonly to?: string
  readonly subject: string
  readonly text: string
}

/** The mail service's response when it accepted an email. */
export interface Receipt {
  readonly response: string
  /** Why some recipients were refused. The email still counts as sent, so that the others get it once. */
  readonly rejections: readonly string[]
}

/**
 * How long to wait before a retry if no response arrived after the email was sent. The service may have accepted it, so
 * each retry may deliver another copy.
 */
export const UNCERTAIN_RETRY_MS = 5 * 60_000

interface RefusalOptions {
  /** The operator has to change a setting, so an early retry is pointless. */
  readonly permanent: boolean
  readonly retryAfterMs?: number | undefined
  /** The message without the service's own text, which may quote the email. Set if the service had read the email. */
  readonly redacted?: string | undefined
  readonly cause?: unknown
}

export class MailRefusal extends Error {
  readonly permanent: boolean
  readonly retryAfterMs: number | undefined
  readonly redacted: string | undefined

  constructor(message: string, { permanent, retryAfterMs, redacted, cause }: RefusalOptions) {
    super(message, { cause })
    this.permanent = permanent
    this.retryAfterMs = retryAfterMs
    this.redacted = redacted
  }
}
