import type { Answers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'

/** What a visitor learned from one attempt. `unknown` means there was no response. */
export type Outcome = 'success' | 'failure' | 'unknown'

/** A project as the export prints it. */
export type ExportedProject = Readonly<Record<string, string>>

/** An e-mail that reached the other end. The same Message-ID may arrive more than once. */
export interface Email {
  readonly projectId: string
  readonly messageId: string
  readonly revision: number
}

export interface Verdict {
  /** The visitor saw a success, but there is not exactly one record with the submitted answers, or no e-mail. */
  readonly lost: readonly string[]
  /** Two records with one id, or two different messages for one revision. */
  readonly doubled: readonly string[]
  /** The visitor retried and never saw a success, or the store has a project that no visitor submitted. */
  readonly unconfirmed: readonly string[]
  /** Extra copies of the same message. Allowed only if the fault hit between the provider's acceptance and our record of it. */
  readonly copies: number
}

interface Entry {
  readonly outcomes: Outcome[]
  /** The answers submitted last. A success refers to these. */
  answers: Answers
}

/** Records what visitors submitted and saw, independently of the product, and compares it with the store and the mail. */
export function createOracle() {
  const log = new Map<string, Entry>()

  return {
    submitted(id: string, answers: Answers) {
      const entry = log.get(id)
      if (entry) entry.answers = answers
      else log.set(id, { outcomes: [], answers })
    },
    saw(id: string, outcome: Outcome) {
      log.get(id)?.outcomes.push(outcome)
    },
    ids: () => [...log.keys()],
    count: (outcome: Outcome) =>
      [...log.values()].flatMap(({ outcomes }) => outcomes).filter((one) => one === outcome).length,

    verdict(projects: Iterable<ExportedProject>, emails: Iterable<Email>): Verdict {
      const recordsOf = Map.groupBy(projects, ({ id = '' }) => id)
      const emailsOf = Map.groupBy(emails, ({ projectId }) => projectId)
      const lost: string[] = []
      const doubled: string[] = []
      const unconfirmed: string[] = []
      for (const [id, { outcomes, answers }] of log) {
        const records = recordsOf.get(id) ?? []
        const sent = emailsOf.get(id) ?? []
        const isPromised = outcomes.includes('success')
        const isStored =
          records.length > 0 && fieldNames.every((name) => records[0]?.[name] === answers[name])
        if (isPromised && (!isStored || sent.length === 0)) lost.push(id)
        if (records.length > 1 || hasDifferentMessages(sent)) doubled.push(id)
        if (!isPromised) unconfirmed.push(id)
      }
      for (const id of new Set([...recordsOf.keys(), ...emailsOf.keys()]))
        if (!log.has(id)) unconfirmed.push(id)
      return { lost, doubled, unconfirmed, copies: countCopies(emailsOf.values()) }
    },
  }
}

export type Oracle = ReturnType<typeof createOracle>

/** Whether two different messages announce the same revision. */
function hasDifferentMessages(sent: readonly Email[]): boolean {
  const messages = new Set(sent.map(({ messageId }) => messageId))
  const revisions = new Set(sent.map(({ revision }) => revision))
  return messages.size > revisions.size
}

function countCopies(emails: Iterable<readonly Email[]>): number {
  let copies = 0
  for (const sent of emails) copies += sent.length - new Set(sent.map(({ messageId }) => messageId)).size
  return copies
}
