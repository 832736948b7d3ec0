import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { hasCode } from '../../lib/errors.ts'
import { deskTables } from '../sql/desk-tables.ts'
import { addMissing, createIndexes, createTable, tables } from '../sql/schema.ts'
import { BEGIN } from './transaction.ts'

/** Any number that no other program takes; servers that start at once prepare one after the other. */
const MIGRATION_LOCK = 7_204_512_005

/** Makes the tables, or adds the columns an older questionnaire did not have. */
export async function preparePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await expectDurable(client)
    await expectEveryLetter(client)
    await expectNamesKept(pool, () => client.query(BEGIN))
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    // Whoever waits for a whole table makes everybody else wait behind it: better to ask again. A vacuum gives way
    // to whoever has waited for a second.
    await client.query("set local lock_timeout = '1200ms'")
    for (const table of tables({ time: 'timestamptz(3)', compact: '' })) {
      await client.query(createTable(table))
      const existing = await client.query<{ name: string }>(
        'select column_name as name from information_schema.columns where table_name = $1 and table_schema = current_schema()',
        [table.name],
      )
      const names = new Set(existing.rows.map(({ name }) => name))
      for (const statement of addMissing(table, names)) await client.query(statement)
    }
    const indexes = [
      ...createIndexes,
      ...deskTables('postgres'),
      'create index if not exists projects_created on projects ("createdAt", id)',
    ]
    // Even for one that is there, this statement waits for everybody who writes, and they for us.
    const there = await client.query<{ name: string }>(
      'select indexname as name from pg_indexes where schemaname = current_schema()',
    )
    for (const statement of indexes)
      if (!there.rows.some(({ name }) => statement.includes(` ${name} `))) await client.query(statement)
    await client.query('commit')
    await keepFewWordsWaiting(client)
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** PostgreSQL files new words when there are 4 MB of them, for which all visitors of that moment wait some 70 ms. */
async function keepFewWordsWaiting(client: PoolClient) {
  const set = await client.query(
    "select 1 from pg_class where oid = to_regclass('desk_files_words') and reloptions is not null",
  )
  if (set.rowCount !== 0) return
  try {
    await client.query('begin')
    await client.query("set local lock_timeout = '100ms'")
    await client.query('alter index desk_files_words set (gin_pending_list_limit = 256)')
    await client.query('commit')
  } catch {
    // Somebody reads it, as an export does for long, or it is somebody else's. It does without; the next start tries again.
    await client.query('rollback')
  }
}

/** A visitor is told "saved" when the commit returns, so a commit has to mean that. */
async function expectDurable(client: PoolClient) {
  for (const setting of ['fsync', 'synchronous_commit']) {
    if ((await settingOf(client, setting)) === 'off')
      throw new Error(`PostgreSQL has ${setting} off: what it commits may be lost`)
  }
}

/** Any other has no place for some letters that visitors write, and refuses their projects for good. */
async function expectEveryLetter(client: PoolClient) {
  const encoding = await settingOf(client, 'server_encoding')
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII')
    throw new Error(`PostgreSQL has the encoding ${encoding}: make the database with UTF8`)
}

const UNKNOWN_STATEMENT = '26000'

/**
 * What every submission asks for is named once for each connection. Some poolers give a connection to somebody else
 * after each transaction, and forget its names. So a statement is named, a transaction begins beside it, which such a
 * pooler gives that very connection, and the statement is asked for by its name again.
 */
async function expectNamesKept(pool: Pool, begin: () => Promise<unknown>) {
  const other = await pool.connect()
  try {
    const named = { name: randomUUID(), text: 'select 1' }
    await other.query(named)
    await begin()
    await other.query(named)
  } catch (error) {
    if (!hasCode(error, UNKNOWN_STATEMENT)) throw error
    throw new Error(
      'The pooler before PostgreSQL forgets prepared statements after each transaction, as PgBouncer does before 1.21 or with max_prepared_statements = 0: set pool_mode = session there, or have DATABASE_URL name PostgreSQL itself',
    )
  } finally {
    other.release(true)
  }
}

async function settingOf(client: PoolClient, name: string): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name])
  return rows[0]?.value
}
