import { Client } from 'pg'
import { readConfig } from '../server/config/config.ts'
import { indexStatements } from '../server/desk/inbox/project-index.ts'
import type { Chance } from '../server/desk/samples/fake-answers.ts'
import { fakeProject } from '../server/desk/samples/sample-projects.ts'
import { OperatorError } from '../server/lib/errors.ts'
import { openDriver } from '../server/store/open-store.ts'
import { joined, raw, type Statement, sql } from '../server/store/sql/sql.ts'

/** PostgreSQL works on so many groups side by side; SQLite makes one transaction of them. */
const SIDE_BY_SIDE = 4
const AT_ONCE = { sqlite: 5000, postgres: 100 } as const
const SPAN_MS = 3 * 365 * 24 * 3600_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Fills a store with projects of the last three years, oldest first: e-mailed, filed, and most of them
 * further than New at the desk. The same count makes the same answers.
 */
export async function fill(databaseUrl: string, count: number): Promise<void> {
  const now = new Date()
  const driver = await openDriver(readConfig({ DATABASE_URL: databaseUrl }).storage, { indexStatements })
  try {
    const db = driver.sql
    if (!db) throw new OperatorError('Only SQLite and PostgreSQL can be filled.')
    const [somebody] = await db.all(sql`select id from projects limit 1`)
    if (somebody)
      throw new OperatorError('There are projects in this store; made-up ones belong into an empty one.')
    // Made for the bench alone, it need not survive a power cut, and pages in memory are not written twice.
    if (db.dialect === 'sqlite')
      for (const pragma of ['synchronous = off', 'cache_size = -2000000'])
        await db.all(raw(`pragma ${pragma}`))
    const chance = repeatable(count)
    const atOnce = AT_ONCE[db.dialect]
    const indexing = { dialect: db.dialect, kind: 'old', now } as const
    const project = (index: number) => {
      const createdAt = new Date(now.getTime() - SPAN_MS * (1 - index / count))
      return fakeProject({ id: idFrom(chance), createdAt, chance }, indexing)
    }
    const group = (first: number) => {
      const length = Math.max(0, Math.min(atOnce, count - first))
      const projects = Array.from({ length }, (_, index) => project(first + index))
      const write = db.dialect === 'sqlite' ? projects.flat() : together(projects)
      return db.transact(`fill ${first}`, [], () => ({ result: null, write }))
    }
    const putIndexesBack = db.dialect === 'sqlite' ? null : await takeIndexesAway(databaseUrl)
    for (let made = 0; made < count; made += atOnce * SIDE_BY_SIDE) {
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, index) => group(made + index * atOnce)))
    }
    await putIndexesBack?.()
  } finally {
    await driver.close()
  }
}

/** The first statements of all projects in one trip to the database, then the second of all, and so on. */
function together(projects: readonly (readonly Statement[])[]): readonly Statement[] {
  const trips = Math.max(0, ...projects.map(({ length }) => length))
  return Array.from({ length: trips }, (_, trip) => {
    const some = projects.flatMap((statements) => statements[trip] ?? [])
    const named = some.map((statement, index) => sql`${raw(`one_${index}`)} as (${statement})`)
    return sql`with ${joined(named, ', ')} select 1`
  })
}

/** An index that is made of all rows at once takes a fraction of the time that it takes row by row. */
async function takeIndexesAway(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('desk_projects', 'desk_events') and indexdef like 'CREATE INDEX %'
       and indexname <> 'desk_projects_seq'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition)
    await client.end()
  }
}

const idFrom = (chance: Chance) =>
  Array.from({ length: 22 }, () => ALPHABET[Math.floor(chance() * ALPHABET.length)]).join('')

/** Mulberry32: chance that is the same for the same seed. */
export function repeatable(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
