import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Filter } from '../desk/filters.ts'
import { createSandbox } from '../faults/harness/sandbox.ts'
import { readConfig } from '../server/config/config.ts'
import type { Database } from '../server/db/database.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { number, query, text } from '../server/db/rows.ts'
import { sql } from '../server/db/sql.ts'
import { createSettings } from '../server/db/stored-settings.ts'
import { createDesk } from '../server/desk/desk.ts'
import { executeSql, startPostgres } from '../server/testing/postgres.ts'
import { fill } from './fill.ts'
import type { Bench, Part } from './part.ts'
import { median } from './statistics.ts'

const GOAL_MS = 200
const SIZES = [1000, 100_000]
const RUNS = 11

/** The queries of the desk, with few and with many projects in the database. */
export const desk: Bench = {
  async measure({ quick }) {
    await using sandbox = await createSandbox()
    const postgres = await startPostgres(tmpdir())
    if (typeof postgres !== 'string') sandbox.defer(() => postgres.close())
    const findings: Finding[] = []
    for (const projects of quick ? SIZES.slice(0, 1) : SIZES) {
      const label = projects.toLocaleString('en-US')
      const path = join(sandbox.directory, `${projects}.db`)
      await fill(`sqlite:${path}`, projects)
      findings.push({ name: `SQLite, ${label}`, times: await measureQueries(`sqlite:${path}`) })
      if (typeof postgres === 'string') continue
      const url = await postgres.newDatabase()
      await fill(url, projects)
      await executeSql(url, 'vacuum analyze')
      findings.push({ name: `PostgreSQL, ${label}`, times: await measureQueries(url) })
    }
    return partOf(findings, typeof postgres === 'string' ? [postgres] : [])
  },
}

interface Finding {
  readonly name: string
  /** Median milliseconds by query. */
  readonly times: ReadonlyMap<string, number>
}

async function measureQueries(url: string): Promise<ReadonlyMap<string, number>> {
  const config = readConfig({ DATABASE_URL: url })
  const db = await openDatabase(config.storage)
  const settings = createSettings(db, config)
  try {
    const { inbox, firstContacts } = createDesk(db.desk, settings.current, pino({ level: 'silent' }))
    const now = new Date()
    const times = new Map<string, number>()
    for (const [name, filter] of Object.entries(await filtersFor(db)))
      times.set(name, await medianMs(() => inbox.page(filter, now)))
    times.set('unanswered', await medianMs(() => inbox.unanswered(now)))
    times.set('chart of first contacts', await medianMs(() => firstContacts(now)))
    return times
  } finally {
    await db.close()
  }
}

/** Every filter, sort order and kind of search, with values that are in the database. */
async function filtersFor(db: Database): Promise<Readonly<Record<string, Filter>>> {
  const select = sql`select seq, project_id, created_at, remodel_type, email_key from desk_projects
    order by seq limit 1 offset (select count(*) / 10 from desk_projects)`
  const columns = { seq: number, project_id: text, created_at: text, remodel_type: text, email_key: text }
  const [row] = await db.all(query(select, columns))
  if (!row) throw new Error('The database has no projects')
  const { seq, project_id, created_at, remodel_type: type, email_key } = row
  const cursor = `${seq}.${project_id}`
  const day = created_at.slice(0, 10)
  return {
    newest: {},
    oldest: { sort: 'oldest' },
    'longest waiting': { sort: 'waiting' },
    'a late page': { cursor },
    'a late page of the longest waiting': { sort: 'waiting', cursor: `w${cursor}` },
    'one status': { status: 'Won' },
    'one type': { type },
    'one status and type': { status: 'Lost', type },
    unassigned: { who: 'nobody' },
    'one specialist': { who: 'ana@example.com' },
    'one day': { from: day, to: day },
    'a common word': { search: 'maple' },
    'a common word, oldest first': { search: 'maple', sort: 'oldest' },
    'a common word with one status': { search: 'maple', status: 'Won' },
    'one letter': { search: 'a' },
    'an unknown word': { search: 'zanzibar' },
    'two common words': { search: 'alma maple' },
    'two common words, never together': { search: 'maple willow' },
    'an email address': { search: email_key },
    'an unknown email address': { search: 'nobody.else@example.com' },
  }
}

/** The first run does not count, because a real server has executed the query before. */
async function medianMs(query: () => Promise<unknown>): Promise<number> {
  await query()
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now()
    await query()
    times.push(performance.now() - started)
  }
  return median(times)
}

function partOf(findings: readonly Finding[], missing: readonly string[]): Part {
  const queries = [...(findings[0]?.times.keys() ?? [])]
  return {
    title: 'The desk',
    summary: `The slowest page of the inbox takes ${findings.map(({ name, times }) => `${Math.max(...times.values()).toFixed(0)} ms (${name})`).join(', ')}.`,
    about: `The queries of the desk's pages, without HTTP, median of ${RUNS} runs after one to warm up. The databases contain made-up projects of three years. They use few different words, so that a common word occurs in every eighth project.`,
    goals: findings.map(({ name, times }) => {
      const slowest = Math.max(...times.values())
      return {
        goal: `${name}: every page within ${GOAL_MS} ms`,
        found: `${slowest.toFixed(1)} ms`,
        isMet: slowest <= GOAL_MS,
      }
    }),
    tables: [
      {
        caption: 'A page of 50 projects, median milliseconds',
        columns: ['', ...findings.map(({ name }) => name)],
        rows: queries.map((query) => [
          query,
          ...findings.map(({ times }) => times.get(query)?.toFixed(1) ?? ''),
        ]),
      },
    ],
    charts: [
      {
        name: 'desk',
        title: 'A page of 50 projects',
        unit: 'ms',
        groups: queries.map((query) => ({
          label: query,
          bars: findings.map(({ name, times }) => ({ name, value: times.get(query) ?? 0 })),
        })),
      },
    ],
    missing,
  }
}
