import { Client } from 'pg'
import { readConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/db/open-database.ts'
import { query } from '../server/db/rows.ts'
import { joinSql, raw, type Statement, sql } from '../server/db/sql.ts'
import type { Chance } from '../server/desk/samples/fake-answers.ts'
import { fakeProject } from '../server/desk/samples/sample-projects.ts'
import { afterSent, createMessage } from '../server/outbox/message.ts'
import { insertMessage, newMessageId } from '../server/outbox/message-statements.ts'

/** PostgreSQL inserts this many batches in parallel; SQLite combines them in one transaction. */
const PARALLEL = 4
const BATCH_SIZES = { sqlite: 5000, postgres: 100 } as const
const SPAN_MS = 3 * 365 * 24 * 3600_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Fills an empty database with made-up projects of the last three years, oldest first. Their emails are sent, and most
 * have a status at the desk. The same count creates the same answers.
 */
export async function fill(databaseUrl: string, count: number): Promise<void> {
  const now = new Date()
  const db = await openDatabase(readConfig({ DATABASE_URL: databaseUrl }).storage)
  try {
    // A benchmark database does not have to survive a power cut.
    if (db.dialect === 'sqlite')
      for (const pragma of ['synchronous = off', 'cache_size = -2000000'])
        await db.all(query(raw(`pragma ${pragma}`), {}))
    const chance = seededChance(count)
    const batchSize = BATCH_SIZES[db.dialect]
    const context = { dialect: db.dialect, kind: 'backfill', now } as const
    const project = (index: number) => {
      const createdAt = new Date(now.getTime() - SPAN_MS * (1 - index / count))
      const id = idFrom(chance)
      return [sentEmail(id, createdAt), ...fakeProject({ id, createdAt, chance }, context)]
    }
    const insertBatch = (first: number) => {
      const length = Math.max(0, Math.min(batchSize, count - first))
      const projects = Array.from({ length }, (_, index) => project(first + index))
      const write = db.dialect === 'sqlite' ? projects.flat() : combine(projects)
      return db.transact(`fill ${first}`, [], () => ({ result: null, write }))
    }
    const restoreIndexes = db.dialect === 'sqlite' ? null : await dropIndexes(databaseUrl)
    for (let made = 0; made < count; made += batchSize * PARALLEL) {
      await Promise.all(Array.from({ length: PARALLEL }, (_, index) => insertBatch(made + index * batchSize)))
    }
    await restoreIndexes?.()
  } finally {
    await db.close()
  }
}

const sentEmail = (projectId: string, at: Date): Statement => {
  const email = {
    id: newMessageId(),
    channel: 'specialist',
    projectId,
    event: 'project.created',
    detail: {},
  } as const
  return insertMessage(afterSent(createMessage(email, at), 1, at))
}

/** Combines the first statements of all projects into one, then the second ones, and so on. */
function combine(projects: readonly (readonly Statement[])[]): readonly Statement[] {
  const rounds = Math.max(0, ...projects.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => {
    const some = projects.flatMap((statements) => statements[round] ?? [])
    const named = some.map((statement, index) => sql`${raw(`one_${index}`)} as (${statement})`)
    return sql`with ${joinSql(named, ', ')} select 1`
  })
}

/** Creating an index at the end is much faster than updating it row by row. */
async function dropIndexes(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename in ('desk_projects', 'desk_events', 'messages') and indexdef like 'CREATE INDEX %'
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

/** Mulberry32: random numbers that are the same for the same seed. */
export function seededChance(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
