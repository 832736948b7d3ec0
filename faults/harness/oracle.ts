import { type Answers, sentAnswers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'

/** What a visitor learned from one attempt. `unknown` means there was no response. */
export type Outcome = 'success' | 'failure' | 'unknown'

/** A project as the export prints it. */
export type ExportedProject = Readonly<Record<string, string>>

/** An email that was delivered. The same Message-ID may arrive more than once. */
export interface Email {
  readonly projectId: string
  readonly messageId: string
  readonly revision: number
}

export interface Verdict {
  /**
   * The visitor saw a success, but there is not exactly one record with the submitted answers, no email, or, where there
   * is a document database, no document with exactly these answers.
   */
  readonly lost: readonly string[]
  /** Two records or documents with one id, or two different messages for one revision. */
  readonly duplicated: readonly string[]
  /** The visitor retried and never saw a success, or there is a project that no visitor submitted, or an erased one. */
  readonly unconfirmed: readonly string[]
  /** Extra copies of the same message. Allowed only if the fault hit between the provider's acceptance and our record of it. */
  readonly copies: number
}

interface Entry {
  readonly outcomes: Outcome[]
  /** The answers submitted last. A success refers to these. */
  answers: Answers
  isErased: boolean
}

/** What the product stored and sent. `documents` is missing if there is no document database. */
interface Found {
  readonly projects: Iterable<ExportedProject>
  readonly emails: Iterable<Email>
  readonly documents?: Iterable<ExportedProject> | undefined
}

/** Records what visitors submitted and saw, independently of the product, and compares it with the store and the mail. */
export function createOracle() {
  const log = new Map<string, Entry>()

  return {
    submitted(id: string, answers: Answers) {
      const entry = log.get(id)
      if (entry) entry.answers = answers
      else log.set(id, { outcomes: [], answers, isErased: false })
    },
    saw(id: string, outcome: Outcome) {
      log.get(id)?.outcomes.push(outcome)
    },
    erased(id: string) {
      const entry = log.get(id)
      if (entry) entry.isErased = true
    },
    ids: () => [...log.keys()],
    count: (outcome: Outcome) =>
      [...log.values()].flatMap(({ outcomes }) => outcomes).filter((one) => one === outcome).length,

    verdict({ projects, emails, documents }: Found): Verdict {
      const recordsOf = Map.groupBy(projects, ({ id = '' }) => id)
      const emailsOf = Map.groupBy(emails, ({ projectId }) => projectId)
      const documentsOf = Map.groupBy(documents ?? [], ({ id = '' }) => id)
      const lost: string[] = []
      const duplicated: string[] = []
      const unconfirmed: string[] = []
      for (const [id, { outcomes, answers, isErased }] of log) {
        const records = recordsOf.get(id) ?? []
        const written = documentsOf.get(id) ?? []
        const sent = emailsOf.get(id) ?? []
        if (isErased) {
          if (records.length + written.length > 0) unconfirmed.push(id)
          continue
        }
        const isPromised = outcomes.includes('success')
        const isStored = hasAnswers(records[0], answers)
        const isWritten = documents === undefined || isDocument(written[0], answers)
        if (isPromised && (!isStored || !isWritten || sent.length === 0)) lost.push(id)
        if (records.length > 1 || written.length > 1 || hasDifferentMessages(sent)) duplicated.push(id)
        if (!isPromised) unconfirmed.push(id)
      }
      for (const id of new Set([...recordsOf.keys(), ...documentsOf.keys(), ...emailsOf.keys()]))
        if (!log.has(id)) unconfirmed.push(id)
      return { lost, duplicated, unconfirmed, copies: countCopies(emailsOf.values()) }
    },
  }
}

export type Oracle = ReturnType<typeof createOracle>

function hasAnswers(found: ExportedProject | undefined, answers: Answers) {
  const sent = sentAnswers(answers)
  return found !== undefined && fieldNames.every((name) => found[name] === sent[name])
}

/** A document holds the answers and `createdAt`, and nothing else. */
const isDocument = (found: ExportedProject | undefined, answers: Answers) =>
  found !== undefined &&
  hasAnswers(found, answers) &&
  !Number.isNaN(Date.parse(found.createdAt ?? '')) &&
  Object.keys(found).length === Object.keys(sentAnswers(answers)).length + 2

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
