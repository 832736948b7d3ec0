import '../lib/node-version.ts'
import { fchmodSync, fstatSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { isDay, startOfDay } from '../../desk/days.ts'
import { environment, readConfig } from '../config/config.ts'
import { expectDatabase } from '../db/describe-storage.ts'
import { openDatabase } from '../db/open-database.ts'
import type { ExportedProject } from '../db/project-statements.ts'
import { createSettings } from '../db/stored-settings.ts'
import { hasCode } from '../lib/errors.ts'
import {
  BYTE_ORDER_MARK,
  csvLines,
  type Format,
  forPrograms,
  inChunks,
  jsonLines,
  projectsSince,
  withUsedColumns,
} from '../projects/export-projects.ts'
import { runCommand, UsageError } from './run-command.ts'

const USAGE = 'Usage: npm run --silent projects [-- [--csv] [--since 2026-01-31]]'

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: { csv: { type: 'boolean' }, since: { type: 'string' } } })
  // Refused before the database is created.
  if (values.since !== undefined) timeFrom(values.since, 'UTC')
  const config = readConfig(environment())
  expectDatabase(config.storage)
  await using db = await openDatabase(config.storage)
  const settings = createSettings(db, config)
  await settings.load()
  const { timeZone } = settings.current().businessHours
  const since = values.since === undefined ? new Date(0) : timeFrom(values.since, timeZone)
  restrictToOwner(process.stdout.fd)
  const projects = projectsSince(db, since)
  const lines = values.csv ? csvFile(projects, await withUsedColumns(forPrograms, db)) : jsonLines(projects)
  await pipeline(inChunks(lines), process.stdout, { end: false })
})

/** The shell created the file, so it may be readable by everyone. */
function restrictToOwner(output: number) {
  try {
    if (fstatSync(output).isFile()) fchmodSync(output, 0o600)
  } catch (error) {
    // The file belongs to another account.
    if (!hasCode(error, 'EPERM')) throw error
  }
}

async function* csvFile(projects: AsyncIterable<ExportedProject>, format: Format): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csvLines(projects, format)
}

/** A day starts in the business's time zone, as in the desk's exports. */
function timeFrom(text: string, timeZone: string): Date {
  if (isDay(text)) return startOfDay(text, timeZone)
  const time = new Date(text)
  // A time without a zone would be parsed in this machine's time zone.
  if (/^\d{4}-\d\d-\d\d[T ].*(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(time.getTime())) return time
  throw new UsageError('--since requires a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.')
}
