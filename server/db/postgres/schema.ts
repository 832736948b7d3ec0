import type { Pool, PoolClient } from 'pg'
import { CREATE_VERSIONS, migrationsAfter, SELECT_VERSION } from '../migrations.ts'
import { projectFrom, saveInboxRow } from '../project-statements.ts'
import { addMissing, createTable, type Table } from '../schema.ts'
import { sql } from '../sql.ts'
import { run } from './pool.ts'

/** The number of an advisory lock, so that servers that start at the same time migrate one after the other. */
const MIGRATION_LOCK = 7_204_512_005
const MAX_MIGRATION_MS = 10 * 60_000

/** Creates or updates the tables: adds columns for new questions, and applies pending migrations. */
export async function preparePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await expectDurable(client)
    await expectUtf8(client)
    await client.query('begin isolation level read committed')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    // A statement that waits for a table blocks all visitors, so give up early and retry later. Autovacuum yields to a lock
    // request after one second.
    await client.query("set local lock_timeout = '1200ms'")
    await client.query(CREATE_VERSIONS)
    const { rows } = await client.query<{ version: number }>(SELECT_VERSION)
    const { tables, statements, mustIndex } = migrationsAfter(Number(rows[0]?.version), 'postgres')
    for (const table of tables) await addMissingColumns(client, table)
    await client.query('set local statement_timeout = 0')
    for (const text of statements) await client.query(withoutDeadline(text))
    if (mustIndex) await indexProjects(client)
    await client.query('commit')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** The pool's deadline of a few seconds is for visitors. `query_timeout` overrides it for one statement. */
const withoutDeadline = (text: string) => ({ text, query_timeout: MAX_MIGRATION_MS })

/** Indexes projects that were saved before the desk existed. Those indexed by the first release are still found. */
async function indexProjects(client: PoolClient) {
  const missing = sql`select * from projects
    where not exists (select 1 from desk_projects where project_id = projects.id) limit 100`
  let rows = await run(client, missing)
  while (rows.length > 0) {
    for (const row of rows) {
      const statements = saveInboxRow(projectFrom(row), { dialect: 'postgres', kind: 'backfill' })
      for (const statement of statements) await run(client, statement)
    }
    rows = await run(client, missing)
  }
}

async function addMissingColumns(client: PoolClient, table: Table) {
  await client.query(createTable(table))
  const { rows } = await client.query<{ name: string }>(
    'select column_name as name from information_schema.columns where table_name = $1 and table_schema = current_schema()',
    [table.name],
  )
  const existing = new Set(rows.map(({ name }) => name))
  for (const statement of addMissing(table, existing)) await client.query(statement)
}

/** The visitor sees success when the commit returns, so the commit must be durable. */
async function expectDurable(client: PoolClient) {
  for (const setting of ['fsync', 'synchronous_commit']) {
    if ((await settingOf(client, setting)) === 'off')
      throw new Error(`PostgreSQL has ${setting} off, so commits may be lost`)
  }
}

/** Other encodings lack characters that visitors write, and PostgreSQL would always refuse their projects. */
async function expectUtf8(client: PoolClient) {
  const encoding = await settingOf(client, 'server_encoding')
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new Error(`The PostgreSQL database has the encoding ${encoding}. Create it with UTF8`)
}

async function settingOf(client: PoolClient, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name])
  return rows[0]?.value
}
