import type { Project } from '../../questionnaire/project.ts'

/** How a project reaches the specialist. Every driver passes mailer.contract.test.ts. */
export interface Mailer {
  /** Where e-mails go, shown when the server starts. Contains no secret and no personal address. */
  readonly destination: string
  /**
   * Resolves once the mail service has accepted the e-mail, and rejects with a MailRefusal if the service
   * refused it. Sends nothing after the signal, because another server may claim the message then.
   */
  sendProject(mail: ProjectMail, signal?: AbortSignal): Promise<Receipt>
  /**
   * Sends a plain message to the business, or to one member of staff. Missing where the mail service knows only its own
   * template.
   */
  sendNotice?(notice: Notice): Promise<void>
  /**
   * Sends a homeowner the copy of their project. Missing where the mail service has no template for it. Rejects as
   * sendProject does.
   */
  sendCopy?(copy: HomeownerCopy, signal?: AbortSignal): Promise<void>
  /** Removes this server's copies of a project's e-mails, if it stores any. */
  erase?(projectId: string): Promise<void>
  /** Rejects with the reason if no e-mail could be sent now. */
  check(): Promise<void>
  close(): Promise<void>
}

/** One revision of a project, ready to be e-mailed. */
export interface ProjectMail {
  readonly project: Project
  readonly revision: number
  /** When this revision was saved. */
  readonly revisedAt: Date
  /** An earlier revision has been e-mailed. */
  readonly isUpdate: boolean
  /** Answers to questions that are no longer asked, by field name. */
  readonly extraAnswers: Readonly<Record<string, string>>
  /** The names of the fields that changed since the previous e-mail. */
  readonly changed: readonly string[]
  /** The address of the call sheet; null without a desk or a known domain. */
  readonly callSheetUrl: string | null
}

/** What a homeowner gets about their own project: fixed words and the options that they chose. */
export interface HomeownerCopy {
  /** In ASCII. */
  readonly to: string
  readonly project: Project
  readonly briefUrl: string
}

/** A message about the product itself. It has no personal data of homeowners. */
export interface Notice {
  /** A second notice of the same name is a copy, which a mail program can drop. Also the name of its file. */
  readonly name: string
  /** The address of a member of staff, in ASCII; without it the notice goes to the business. */
  readonly to?: string
  readonly subject: string
  readonly text: string
}

/** What the mail service said when it accepted an e-mail. */
export interface Receipt {
  readonly response: string
  /** Why some recipients were refused. The e-mail still counts as sent, so that the others get it once. */
  readonly rejections: readonly string[]
}

/**
 * How long to wait when the e-mail was handed over and no response came. The service may have accepted it, and
 * every further attempt may deliver another copy.
 */
export const DOUBT_MS = 5 * 60_000

interface RefusalOptions {
  /** The operator has to change a setting, so retrying soon is pointless. */
  readonly permanent: boolean
  readonly retryAfterMs?: number | undefined
  /** The message without the service's own words, which may quote the e-mail. Set if the service had read it. */
  readonly redacted?: string | undefined
  readonly cause?: unknown
}

/** The mail service did not accept the e-mail. */
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
