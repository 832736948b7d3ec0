import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import type { Filter } from '../desk/api.ts'
import { createSandbox } from '../faults/harness/sandbox.ts'
import { readConfig } from '../server/config/config.ts'
import { createDesk } from '../server/desk/desk.ts'
import { indexStatements } from '../server/desk/inbox/project-index.ts'
import { openDriver } from '../server/store/open-store.ts'
import { sql } from '../server/store/sql/sql.ts'
import type { SqlDatabase } from '../server/store/sql/sql-database.ts'
import { asked, startPostgres } from '../server/testing/postgres.ts'
import { startProcess } from '../server/testing/server-process.ts'
import { fill } from './fill.ts'
import type { Bench, Part, Table } from './part.ts'
import { median } from './quantile.ts'

const EXPORT = fileURLToPath(new URL('desk-export.ts', import.meta.url))
const GOAL_MS = 200
const PLOT_GOAL_MS = 300
const EXPORT_GOAL_MB = 100
const RUNS = 11

/** What the desk asks its store, with few and with many projects in it. */
export const desk: Bench = {
  async measure({ quick }): Promise<Part> {
    await using sandbox = await createSandbox()
    const postgres = await startPostgres(tmpdir())
    if (typeof postgres !== 'string') sandbox.defer(() => postgres.close())
    const found: Found[] = []
    for (const projects of quick ? [1000] : [1000, 100_000]) {
      const urls = [`sqlite:${join(sandbox.directory, `${projects}.db`)}`]
      if (typeof postgres !== 'string') urls.push(await postgres.newDatabase())
      for (const url of urls) {
        await fill(url, projects)
        if (!url.startsWith('sqlite:')) await asked(url, 'vacuum analyze')
        found.push({
          store: url.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL',
          projects,
          ...(await timesOf(url)),
        })
      }
    }
    return partFrom(found, typeof postgres === 'string' ? [postgres] : [])
  },
}

interface Times {
  /** Median milliseconds of the server for each kind of page. */
  readonly pages: ReadonlyMap<string, number>
  readonly firstContacts: number
  /** How much memory an export of everything takes at most beyond what was taken before. */
  readonly exportMb: number
}

interface Found extends Times {
  readonly store: string
  readonly projects: number
}

async function timesOf(url: string): Promise<Times> {
  const { storage, businessHours } = readConfig({ DATABASE_URL: url })
  const driver = await openDriver(storage, { indexStatements })
  try {
    if (!driver.sql) throw new Error('No tables')
    const { db, inbox, firstContacts } = createDesk(driver.sql, businessHours, pino({ level: 'silent' }))
    const now = new Date()
    const pages = new Map<string, number>()
    for (const [kind, filter] of Object.entries(await kindsOf(db)))
      pages.set(kind, await medianMs(() => inbox.page(filter, now)))
    pages.set('the unanswered', await medianMs(() => inbox.unanswered(now)))
    return {
      pages,
      firstContacts: await medianMs(() => firstContacts(now)),
      exportMb: await exportMb(url),
    }
  } finally {
    await driver.close()
  }
}

/** Every filter, sorting and kind of search, with what is really in the store. */
async function kindsOf(db: SqlDatabase): Promise<Readonly<Record<string, Filter>>> {
  const [middle] =
    await db.all(sql`select seq, project_id, created_at, remodel_type, email_key from desk_projects
    order by seq limit 1 offset (select count(*) / 10 from desk_projects)`)
  const place = `${Number(middle?.seq)}.${String(middle?.project_id)}`
  const type = String(middle?.remodel_type)
  const day = String(middle?.created_at).slice(0, 10)
  return {
    'the newest': {},
    'the oldest': { sort: 'oldest' },
    'the longest waiting': { sort: 'waiting' },
    'deep in the list': { cursor: place },
    'deep in the waiting': { sort: 'waiting', cursor: `w${place}` },
    'one status': { status: 'Won' },
    'one type': { type },
    'one status and type': { status: 'Lost', type },
    'what nobody has': { who: 'nobody' },
    'one person': { who: 'ana@example.com' },
    'one day': { from: day, to: day },
    'a common word': { search: 'maple' },
    'a common word, the oldest': { search: 'maple', sort: 'oldest' },
    'a common word of one status': { search: 'maple', status: 'Won' },
    'one letter': { search: 'a' },
    'a word nobody wrote': { search: 'zanzibar' },
    'two common words': { search: 'alma maple' },
    'two common words that never meet': { search: 'maple willow' },
    'an e-mail address': { search: String(middle?.email_key) },
    'an e-mail address nobody has': { search: 'nobody.else@example.com' },
  }
}

/** Once before it counts: what a server does often, it finds warm. */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}

async function exportMb(url: string): Promise<number> {
  const child = startProcess(process.execPath, [EXPORT, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const said = child.stdout ? await text(child.stdout) : ''
  if ((await ended)[0] !== 0) throw new Error('The export of the desk failed')
  return Number(said) / 1e6
}

function partFrom(found: readonly Found[], missing: readonly string[]): Part {
  const name = ({ store, projects }: Found) => `${store}, ${projects.toLocaleString('en-US')}`
  const kinds = [...(found[0]?.pages.keys() ?? [])]
  const slowest = found.map((one) => ({ one, ms: Math.max(...one.pages.values()) }))
  const ms = (value: number | undefined) => (value ?? Number.NaN).toFixed(1)
  const pages: Table = {
    caption: 'Server time of a page of 50 by what is asked for, median milliseconds',
    columns: ['Asked for', ...found.map(name)],
    rows: kinds.map((kind) => [kind, ...found.map((one) => ms(one.pages.get(kind)))]),
  }
  const others: Table = {
    caption: 'The plot of first contacts, and memory that an export of everything takes',
    columns: ['', ...found.map(name)],
    rows: [
      ['first contacts of 12 weeks, ms', ...found.map((one) => ms(one.firstContacts))],
      ['export, MB beyond before', ...found.map((one) => ms(one.exportMb))],
    ],
  }
  return {
    title: 'The desk',
    about: `The inbox as the routes ask it, in this process, median of ${RUNS} times after one to warm up. The stores are filled with made-up projects of three years; their words are few, so that a common word is in every eighth project. An export is made in a process of its own, which has only opened the store and asked for a page before.`,
    goals: [
      ...slowest.map(({ one, ms: most }) => ({
        goal: `≤ ${GOAL_MS} ms for every page: ${name(one)}`,
        found: `${most.toFixed(1)} ms`,
        isMet: most <= GOAL_MS,
      })),
      goalOf(
        `≤ ${PLOT_GOAL_MS} ms for the plot of first contacts`,
        PLOT_GOAL_MS,
        'ms',
        found.map((one) => one.firstContacts),
      ),
      goalOf(
        `≤ ${EXPORT_GOAL_MB} MB for an export of everything`,
        EXPORT_GOAL_MB,
        'MB',
        found.map((one) => one.exportMb),
      ),
    ],
    tables: [pages, others],
    plots: [
      {
        name: 'desk',
        title: 'Server time of a page of 50',
        unit: 'ms',
        groups: kinds.map((kind) => ({
          label: kind,
          bars: found.map((one) => ({ who: name(one), value: one.pages.get(kind) ?? 0 })),
        })),
      },
    ],
    missing,
  }
}

function goalOf(goal: string, most: number, unit: string, found: readonly number[]) {
  const worst = Math.max(...found)
  return { goal, found: `${worst.toFixed(1)} ${unit}`, isMet: worst <= most }
}
