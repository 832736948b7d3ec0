import '../lib/node-version.ts'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { isDay, startOfDay } from '../../desk/business-hours.ts'
import type { Project } from '../../questionnaire/project.ts'
import { environment, readConfig } from '../config/config.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { BYTE_ORDER_MARK, csvLines, inChunks, jsonLines } from '../projects/export-projects.ts'
import { expectDatabase } from '../store/describe-storage.ts'
import { openProjectStore } from '../store/open-store.ts'
import { runCommand, UsageError } from './run-command.ts'

const USAGE = 'Usage: npm run --silent projects [-- [--csv] [--since 2026-01-31]]'

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: { csv: { type: 'boolean' }, since: { type: 'string' } } })
  const { storage, businessHours } = readConfig(environment())
  const since = values.since === undefined ? undefined : timeFrom(values.since, businessHours.timeZone)
  expectDatabase(storage)
  const store = await openProjectStore(storage, { indexStatements })
  try {
    const projects = store.projects(since)
    const lines = values.csv ? csvFile(projects) : jsonLines(projects)
    await pipeline(inChunks(lines), process.stdout, { end: false })
  } finally {
    await store.close()
  }
})

async function* csvFile(projects: AsyncIterable<Project>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csvLines(projects)
}

/** A day begins in the time zone of the business, as in the exports of the desk. */
function timeFrom(text: string, timeZone: string): Date {
  if (isDay(text)) return startOfDay(text, timeZone)
  const time = new Date(text)
  // A time without a zone would be read in the zone of this machine.
  if (/^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(time.getTime())) return time
  throw new UsageError('--since needs a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.')
}
