import type { Answers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'

/** What a visitor learned of one try: a success, a failure in words, or nothing at all. */
export type Told = 'success' | 'failure' | 'unknown'

/** A project as the export has it. */
export type Exported = Readonly<Record<string, string>>

/** An e-mail as it came out at the other end; one Message-ID may come more than once. */
export interface Arrived {
  readonly projectId: string
  readonly messageId: string
  readonly revision: number
}

/** Tells what has arrived by now. */
export type Arrivals = () => Iterable<Arrived> | Promise<Iterable<Arrived>>

export interface Verdict {
  /** Told saved, and not exactly one record with the words that were sent, or no e-mail. */
  readonly lost: readonly string[]
  /** Two records of one id, or two different messages for one revision. */
  readonly doubled: readonly string[]
  /** Never told of a success although tried to the end, or kept without anybody having asked. */
  readonly unsettled: readonly string[]
  /** More copies of one message than one: allowed only where the fault hit between its taking and our knowing. */
  readonly copies: number
}

interface Entry {
  readonly attempts: Told[]
  /** What was asked for last; a success is of this. */
  answers: Answers
}

/**
 * Keeps what visitors were told, apart from the product, and compares it after recovery with what the
 * store exports and what arrived by e-mail.
 */
export function createOracle() {
  const log = new Map<string, Entry>()

  return {
    asked(id: string, answers: Answers) {
      const entry = log.get(id)
      if (entry) entry.answers = answers
      else log.set(id, { attempts: [], answers })
    },
    told(id: string, told: Told) {
      log.get(id)?.attempts.push(told)
    },
    ids: () => [...log.keys()],
    count: (told: Told) =>
      [...log.values()].flatMap(({ attempts }) => attempts).filter((one) => one === told).length,

    verdict(exported: Iterable<Exported>, arrived: Iterable<Arrived>): Verdict {
      const records = Map.groupBy(exported, (record) => record.id ?? '')
      const emails = Map.groupBy(arrived, ({ projectId }) => projectId)
      const lost: string[] = []
      const doubled: string[] = []
      const unsettled: string[] = []
      for (const [id, { attempts, answers }] of log) {
        const kept = records.get(id) ?? []
        const sent = emails.get(id) ?? []
        const isTold = attempts.includes('success')
        const isKept = kept.length >= 1 && fieldNames.every((name) => kept[0]?.[name] === answers[name])
        if (isTold && (!isKept || sent.length === 0)) lost.push(id)
        if (kept.length > 1 || hasTwins(sent)) doubled.push(id)
        if (!isTold) unsettled.push(id)
      }
      for (const id of new Set([...records.keys(), ...emails.keys()])) if (!log.has(id)) unsettled.push(id)
      return { lost, doubled, unsettled, copies: copiesIn(emails.values()) }
    },
  }
}

export type Oracle = ReturnType<typeof createOracle>

/** Two different messages tell of the same revision. */
function hasTwins(sent: readonly Arrived[]): boolean {
  const messages = new Set(sent.map(({ messageId }) => messageId))
  const revisions = new Set(sent.map(({ revision }) => revision))
  return messages.size > revisions.size
}

function copiesIn(emails: Iterable<readonly Arrived[]>): number {
  let copies = 0
  for (const sent of emails) copies += sent.length - new Set(sent.map(({ messageId }) => messageId)).size
  return copies
}
