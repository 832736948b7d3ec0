import type { DatabaseSync } from 'node:sqlite'
import type { PoolClient } from 'pg'
import { OperatorError } from '../lib/errors.ts'
import { LATEST_VERSION, SELECT_VERSION } from './migrations.ts'
import { openPool } from './postgres/pool.ts'
import { preparePostgres } from './postgres/schema.ts'
import { projectFrom, searchTextOf } from './project-statements.ts'
import type { RawRow } from './rows.ts'
import { projectColumns, TEXT } from './schema.ts'
import { openExclusively } from './sqlite/open-exclusively.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/** The tables to move, each after the tables it refers to, with a description of their rows. */
export const movedTables: ReadonlyMap<string, string> = new Map([
  ['projects', 'projects'],
  ['desk_projects', 'inbox entries'],
  ['desk_events', 'history entries'],
  ['desk_people', 'members of the desk'],
  ['desk_links', 'password links'],
  ['desk_sessions', 'sessions'],
  ['desk_devices', 'known browsers'],
  ['desk_passkeys', 'passkeys'],
  ['desk_challenges', 'passkey challenges'],
  ['desk_sign_in_failures', 'counts of failed sign-ins'],
  ['desk_audit', 'audit entries'],
  ['desk_erased', 'marks of erased projects'],
  ['desk_visit_counts', 'visit counts'],
  ['desk_source_counts', 'visit counts by source'],
  ['desk_settings', 'settings of the desk'],
  ['desk_prices', 'price lists'],
  ['desk_webhooks', 'webhooks'],
  ['messages', 'messages'],
  ['desk_briefs', 'links to briefs'],
])

/** About 20 MB if every answer is as long as possible. */
const BATCH = 50

interface Databases {
  readonly source: DatabaseSync
  readonly target: PoolClient
}

/**
 * Moves all data from a SQLite file to an empty PostgreSQL database, and returns the number of rows by description. This
 * is one transaction: if it is interrupted, nothing has been moved, and the command can be run again.
 */
export async function moveToPostgres(path: string, url: string): Promise<ReadonlyMap<string, number>> {
  const source = await openMigrated(path)
  const pool = openPool(url, 1)
  try {
    await preparePostgres(pool)
    const target = await pool.connect()
    try {
      return await move({ source, target })
    } finally {
      // Closing the connection also ends an unfinished transaction.
      target.release(true)
    }
  } finally {
    source.close()
    await pool.end()
  }
}

/** Migrates the file's tables as a server would at start-up, then opens it exclusively. */
async function openMigrated(path: string): Promise<DatabaseSync> {
  const source = openExclusively(path)
  if (!isOurs(source)) {
    source.close()
    throw new OperatorError(`${path} is not a database of this product.`)
  }
  const hasVersion = columnsOf(source, 'schema_versions').length > 0
  if (hasVersion && source.prepare(SELECT_VERSION).get()?.version === LATEST_VERSION) return source
  source.close()
  await openSqlite(path).close()
  return openExclusively(path)
}

async function move(databases: Databases): Promise<ReadonlyMap<string, number>> {
  const { source, target } = databases
  await target.query('begin')
  await target.query(`lock table ${[...movedTables.keys()].join(', ')} in exclusive mode`)
  await expectEmpty(target)
  for (const retired of columnsOf(source, 'projects').filter((name) => !projectColumns.includes(name)))
    await target.query(`alter table projects add column if not exists "${retired}" ${TEXT}`)

  const counts = new Map<string, number>()
  for (const [table, rows] of movedTables) {
    const explain = (error: unknown) => {
      throw new Error(`Nothing was moved, because moving the ${rows} failed`, { cause: error })
    }
    counts.set(rows, await copy(table, databases).catch(explain))
  }
  await target.query('commit')
  return counts
}

async function expectEmpty(target: PoolClient) {
  const found: string[] = []
  for (const [table, rows] of movedTables)
    if ((await target.query(`select 1 from ${table} limit 1`)).rowCount !== 0) found.push(rows)
  if (found.length > 0)
    throw new OperatorError(`DATABASE_URL must be an empty database. This one has ${found.join(', ')}.`)
}

/** Copies a table and returns the number of rows. */
async function copy(table: string, databases: Databases): Promise<number> {
  const { source, target } = databases
  const names = columnsOf(source, table)
  const columns = names.map((name) => `"${name}"`).join(', ')
  const insert = `insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, $1)`
  // SQLite has the search words in a separate table, PostgreSQL in the same row.
  const insertWithWords = `insert into ${table} (${columns}, words)
    select ${columns}, to_tsvector('simple', text) from json_populate_recordset(null::${table}, $1)
    join json_to_recordset($2) as search (project_id text, text text) using (project_id)`

  const expected = Number(source.prepare(`select count(*) as count from ${table}`).get()?.count)
  let count = 0
  const insertRows = async (rows: readonly RawRow[]) => {
    const { rowCount } =
      table === 'desk_projects'
        ? await target.query(insertWithWords, [
            JSON.stringify(rows),
            JSON.stringify(textsOf(rows, databases)),
          ])
        : await target.query(insert, [JSON.stringify(rows)])
    count += rowCount ?? 0
  }
  let batch: RawRow[] = []
  for (const row of source.prepare(`select * from ${table}`).iterate()) {
    batch.push(row)
    if (batch.length < BATCH) continue
    await insertRows(batch)
    batch = []
  }
  await insertRows(batch)
  if (count !== expected) throw new Error(`only ${count} of ${expected} were copied`)
  await continueNumbers(table, databases)
  return count
}

function textsOf(rows: readonly RawRow[], { source }: Databases) {
  const select = source.prepare('select * from projects where id = ?')
  return rows.map(({ project_id }) => {
    const project = select.get(String(project_id))
    return { project_id, text: project ? searchTextOf(projectFrom(project).answers) : '' }
  })
}

/** Continues the sequence of ids, so that ids are not reused even if their rows have been deleted. */
async function continueNumbers(table: string, { source, target }: Databases) {
  const last = source.prepare('select seq from sqlite_sequence where name = ?').get(table)?.seq
  if (last) await target.query("select setval(pg_get_serial_sequence($1, 'id'), $2)", [table, last])
}

/** Versions before migration 10 had a table of deliveries. Another program may have a table of projects too. */
const isOurs = (source: DatabaseSync) =>
  columnsOf(source, 'deliveries').includes('projectId') ||
  columnsOf(source, 'messages').includes('message_id')

const columnsOf = (source: DatabaseSync, table: string): readonly string[] =>
  source
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map((row) => String(row.name))
