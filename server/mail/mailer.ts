import type { Project } from '../../questionnaire/project.ts'

/** One revision of a project, as the specialist is to read it. */
export interface ProjectMail {
  readonly project: Project
  readonly revision: number
  /** When this revision was saved. */
  readonly revisedAt: Date
  /** An earlier revision has been e-mailed. */
  readonly isUpdate: boolean
  /** Answers to questions that are no longer asked. */
  readonly unknown: Readonly<Record<string, string>>
  /** The names of what was answered otherwise since the e-mail before, where there was one. */
  readonly changed: readonly string[]
}

/** What the mail service said when it took an e-mail. */
export interface Receipt {
  readonly text: string
  /** Why it did not take it for some recipients. It was sent all the same: the others must not get it twice. */
  readonly refusals: readonly string[]
}

/** How a project reaches the specialist. Every driver passes mailer.contract.test.ts. */
export interface Mailer {
  /** Where e-mails go, in words for whoever starts the server; no secret and no address of a person in it. */
  readonly destination: string
  /**
   * Resolves once the e-mail is accepted for good; rejects with a MailRefusal where the service said why.
   * After the signal nothing is sent any more: whoever tries next must be the only one who does.
   */
  sendProject(mail: ProjectMail, signal?: AbortSignal): Promise<Receipt>
  /** Removes what this server keeps of a project's e-mails, where it keeps any. */
  erase?(projectId: string, revisions: number): Promise<void>
  /** Rejects, saying why, when nothing could be sent now. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * The e-mail was given away, and no answer came in time. It may have been taken, and each attempt may make
 * another copy, so the next one waits this long.
 */
export const DOUBT_MS = 5 * 60_000

/** What the mail service answered instead of taking the e-mail. */
export class MailRefusal extends Error {
  /** Trying again soon makes no sense: somebody has to change a setting. */
  readonly permanent: boolean
  readonly retryAfterMs: number | undefined
  /** The same without the service's own words, where it had the e-mail and may have quoted it: for the log. */
  readonly briefly: string | undefined

  constructor(
    message: string,
    options: {
      permanent: boolean
      retryAfterMs?: number | undefined
      briefly?: string | undefined
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.permanent = options.permanent
    this.retryAfterMs = options.retryAfterMs
    this.briefly = options.briefly
  }
}
