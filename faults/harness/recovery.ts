import { type Environment, readConfig } from '../../server/config/config.ts'
import { jsonLines } from '../../server/projects/export-projects.ts'
import { openProjectStore } from '../../server/store/open-store.ts'
import type { ProjectStore } from '../../server/store/project-store.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Measured } from './fault.ts'
import type { Arrivals, Exported, Oracle, Verdict } from './oracle.ts'
import type { Visitors } from './visitor.ts'

interface Recovered {
  readonly oracle: Oracle
  readonly visitors: Visitors
  readonly env: Environment
  /** What the mail sink has when everything has been sent. */
  readonly arrived: Arrivals
  readonly runs: number
  readonly failures?: readonly string[]
  readonly note?: string
  /** True where the fault hits between an e-mail's taking and our knowing of it. */
  readonly mayCopy?: boolean
}

/** The longest that anything stays due after a fault that is over. */
const DRAIN_MS = 90_000

/** Waits until nothing is due, then asks the oracle. */
export async function measured(run: Recovered): Promise<Measured> {
  const failures = [...(run.failures ?? [])]
  const store = await openProjectStore(readConfig(run.env).storage)
  let verdict: Verdict
  try {
    await eventually(async () => (await store.counts()).due === 0, DRAIN_MS).catch(() =>
      failures.push('e-mails were still due in the end'),
    )
    verdict = run.oracle.verdict(await exportedFrom(store), await run.arrived())
  } finally {
    await store.close()
  }
  if (verdict.unsettled.length > 0)
    failures.push(`${verdict.unsettled.length} unsettled: ${verdict.unsettled[0]}`)
  if (verdict.copies > 0 && !run.mayCopy) failures.push(`${verdict.copies} e-mails came twice`)
  const copies = verdict.copies > 0 ? `${verdict.copies} copies of the same message` : ''
  const note = [run.note, copies].filter(Boolean).join('; ')
  return {
    runs: run.runs,
    lost: verdict.lost.length,
    doubled: verdict.doubled.length,
    wrongText: run.visitors.seen.wrongText,
    longestWaitMs: run.visitors.seen.longestWaitMs,
    failures,
    ...(note === '' ? {} : { note }),
  }
}

/** What `npm run --silent projects` writes, read back. */
export async function exportedFrom(store: ProjectStore): Promise<readonly Exported[]> {
  const records: Exported[] = []
  for await (const line of jsonLines(store.projects())) records.push(JSON.parse(line))
  return records
}
