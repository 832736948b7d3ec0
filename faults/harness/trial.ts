import { type Environment, exportProjects, isDrained, withDatabase } from './database.ts'
import { createOracle, type Email, type ExportedProject, type Oracle } from './oracle.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { createVisitors, type Visitors } from './visitors.ts'

/** What one fault did to the product. */
export interface Result {
  /** How many times the fault was produced. */
  readonly runs: number
  readonly lost: number
  readonly duplicated: number
  /** Responses and dialogs that did not have the text the specification fixes. */
  readonly wrongText: number
  readonly longestWaitMs: number
  /** All other expectations that were not met. */
  readonly failures: readonly string[]
  readonly note?: string
}

/** One execution of a fault: a sandbox, visitors, and what went wrong so far. */
export interface Trial extends Sandbox {
  readonly oracle: Oracle
  readonly visitors: Visitors
  readonly failures: string[]
  readonly notes: string[]
  /** How many times to do something in the full run, and in the short one. */
  count(full: number, short?: number): number
  /** Waits until no message is due, then asks the oracle. */
  verify(target: Target, options?: VerifyOptions): Promise<Result>
  /** The result of a fault that does not need the oracle. */
  result(runs: number, counts?: Partial<Result>): Result
}

/** A database, the emails that arrived, and the documents if there is a document database. */
interface Target {
  readonly env: Environment
  readonly emails: () => Iterable<Email> | Promise<Iterable<Email>>
  readonly documents?: () => Promise<Iterable<ExportedProject>>
}

interface VerifyOptions {
  readonly runs?: number
  /** The fault may hit between the provider's acceptance of an email and our record of it. */
  readonly mayCopy?: boolean
}

interface Extent {
  readonly isShort: boolean
  /** The fraction of a full run's repetitions. */
  readonly share: number
}

/** After a fault, no message stays due for longer than this. */
const DRAIN_MS = 90_000
const MAX_FAILURES = 10

export async function createTrial({ isShort, share }: Extent): Promise<Trial> {
  const sandbox = await createSandbox()
  const oracle = createOracle()
  const visitors = createVisitors(oracle)
  const failures: string[] = []
  const notes: string[] = []

  const result = (runs: number, counts: Partial<Result> = {}): Result => ({
    runs,
    lost: 0,
    duplicated: 0,
    ...visitors.seen,
    failures: failures.slice(0, MAX_FAILURES),
    ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
    ...counts,
  })

  return {
    ...sandbox,
    oracle,
    visitors,
    failures,
    notes,
    count: (full, short = full) => (isShort ? short : Math.max(1, Math.round(full * share))),
    result,
    async verify({ env, emails, documents }, { runs = 1, mayCopy = false } = {}) {
      const { lost, duplicated, unconfirmed, copies } = await withDatabase(env, async (opened) => {
        if (!(await isDrained(opened, DRAIN_MS))) failures.push('messages were still due at the end')
        return oracle.verdict({
          projects: await exportProjects(opened),
          emails: await emails(),
          documents: await documents?.(),
        })
      })
      if (unconfirmed.length > 0) failures.push(`${unconfirmed.length} unconfirmed: ${unconfirmed[0]}`)
      if (copies > 0 && !mayCopy) failures.push(`${copies} emails arrived twice`)
      if (copies > 0) notes.push(`copies of the same message: ${copies}`)
      return result(runs, { lost: lost.length, duplicated: duplicated.length })
    },
  }
}
