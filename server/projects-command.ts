import './node-version.ts'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { environment, readConfig } from './config.ts'
import { csvLines, inPieces, jsonLines } from './export-projects.ts'
import { runCommand, UsageProblem } from './run-command.ts'
import { expectDatabase, openProjectStore } from './store/project-store.ts'

const USAGE = 'Usage: npm run --silent projects [-- --csv] [-- --since 2026-01-31]'

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: { csv: { type: 'boolean' }, since: { type: 'string' } } })
  const since = values.since === undefined ? undefined : dateFrom(values.since)
  const { storage } = readConfig(environment())
  expectDatabase(storage)
  const store = await openProjectStore(storage)
  try {
    const projects = store.projects(since)
    const lines = values.csv ? csvLines(projects) : jsonLines(projects)
    await pipeline(inPieces(lines), process.stdout, { end: false })
  } finally {
    await store.close()
  }
})

function dateFrom(text: string): Date {
  const date = new Date(text)
  if (/^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(date.getTime())) return date
  throw new UsageProblem('--since wants a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z.')
}
