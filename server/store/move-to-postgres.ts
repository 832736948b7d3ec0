import type { DatabaseSync } from 'node:sqlite'
import type { PoolClient } from 'pg'
import { fieldNames } from '../../questionnaire/fields.ts'
import { OperatorError } from '../lib/errors.ts'
import { openPool } from './postgres/pool.ts'
import { preparePostgres } from './postgres/schema.ts'
import { wordsOf } from './sql/project-index.ts'
import { projectFrom } from './sql/rows.ts'
import { TEXT } from './sql/schema.ts'
import type { SqlRow } from './sql/sql-database.ts'
import { openAlone } from './sqlite/open-exclusively.ts'

/** Every table of PostgreSQL that is filled from the file, each after the one it refers to, and what its rows are. */
export const kinds: ReadonlyMap<string, string> = new Map([
  ['projects', 'projects'],
  ['deliveries', 'deliveries'],
  ['desk_files', 'files of projects'],
  ['desk_events', 'entries of their history'],
  ['desk_people', 'people of the desk'],
  ['desk_links', 'links to choose a password'],
  ['desk_sessions', 'sessions'],
  ['desk_audit', 'entries of the audit list'],
  ['desk_erased', 'marks of erased projects'],
  ['desk_steps', 'sums of visits'],
])

/** Some 20 MB, when every answer is as long as can be. */
const AT_ONCE = 50

interface Ends {
  readonly source: DatabaseSync
  readonly target: PoolClient
}

/**
 * Moves all that a SQLite file keeps to a PostgreSQL that is empty, and tells how many rows of each kind. It is
 * one transaction: when it is interrupted nothing was moved, and it can be asked for again.
 */
export async function moveToPostgres(path: string, url: string): Promise<ReadonlyMap<string, number>> {
  const source = openAlone(path)
  // Preparing takes two connections.
  const pool = openPool(url, 2)
  try {
    if (!columnsOf(source, 'deliveries').includes('projectId'))
      throw new OperatorError(`${path} is no database of this product.`)
    await preparePostgres(pool)
    const target = await pool.connect()
    try {
      return await moved({ source, target })
    } finally {
      // Ends the transaction with it.
      target.release(true)
    }
  } finally {
    source.close()
    await pool.end()
  }
}

async function moved(ends: Ends): Promise<ReadonlyMap<string, number>> {
  const { source, target } = ends
  await target.query('begin')
  await target.query(`lock table ${[...kinds.keys()].join(', ')} in exclusive mode`)
  await expectEmpty(target)
  const asked: readonly string[] = ['id', 'createdAt', ...fieldNames]
  for (const dropped of columnsOf(source, 'projects').filter((name) => !asked.includes(name)))
    await target.query(`alter table projects add column if not exists "${dropped}" ${TEXT}`)

  const counts = new Map<string, number>()
  for (const [table, rows] of kinds) {
    const because = (error: unknown) => {
      throw new Error(`Nothing was moved, because of the ${rows}`, { cause: error })
    }
    counts.set(rows, await copied(table, ends).catch(because))
  }
  // The words are filed by today's rules, but the keys of streets by the file's: the next start files these anew.
  await target.query('delete from desk_word_rules')
  await target.query('commit')
  return counts
}

async function expectEmpty(target: PoolClient) {
  const found: string[] = []
  for (const [table, rows] of kinds)
    if ((await target.query(`select 1 from ${table} limit 1`)).rowCount !== 0) found.push(rows)
  if (found.length > 0)
    throw new OperatorError(`DATABASE_URL must name an empty database. This one has ${found.join(', ')}.`)
}

/** How many rows were copied; none of a table that an older version did not have. */
async function copied(table: string, { source, target }: Ends): Promise<number> {
  const columns = columnsOf(source, table)
  if (columns.length === 0) return 0
  const complete = table === 'desk_files' ? withWords(source) : (row: SqlRow) => row
  const names = [...columns, ...(table === 'desk_files' ? ['words'] : [])]
    .map((name) => `"${name}"`)
    .join(', ')
  const insert = `insert into ${table} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${table}, $1)`

  let count = 0
  let some: SqlRow[] = []
  const put = async () => {
    count += (await target.query(insert, [JSON.stringify(some)])).rowCount ?? 0
    some = []
  }
  for (const row of source.prepare(`select * from ${rowsOf(table)}`).iterate()) {
    some.push(complete(row))
    if (some.length === AT_ONCE) await put()
  }
  await put()
  const there = source.prepare(`select count(*) as count from ${rowsOf(table)}`).get()?.count
  if (count !== there) throw new Error(`${count} of ${there} arrived`)
  if (columns.includes('n')) await goOnCounting(table, { source, target })
  return count
}

/** A delivery whose project somebody deleted by hand has nothing to send, and no place in PostgreSQL. */
const rowsOf = (table: string) =>
  table === 'deliveries' ? 'deliveries where "projectId" in (select id from projects)' : table

/** SQLite keeps words in a table of their own, PostgreSQL with the file. */
function withWords(source: DatabaseSync) {
  const project = source.prepare('select * from projects where id = ?')
  return (file: SqlRow): SqlRow => {
    const row = project.get(String(file.project))
    return { ...file, words: row ? wordsOf(projectFrom(row).answers).join(' ') : '' }
  }
}

/** A number that was given once is not given again, also when its row has been erased. */
async function goOnCounting(table: string, { source, target }: Ends) {
  const last = source.prepare('select seq from sqlite_sequence where name = ?').get(table)?.seq
  if (last) await target.query("select setval(pg_get_serial_sequence($1, 'n'), $2)", [table, last])
}

const columnsOf = (source: DatabaseSync, table: string): readonly string[] =>
  source
    .prepare('select name from pragma_table_info(?)')
    .all(table)
    .map((row) => String(row.name))
