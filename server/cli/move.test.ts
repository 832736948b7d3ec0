import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { makeSamples } from '../desk/samples/sample-projects.ts'
import { sharePostgres } from '../testing/postgres.ts'
import { command } from '../testing/run-cli.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'

it('a move prints what it has moved', async (t) => {
  const postgres = await sharePostgres()
  if (typeof postgres === 'string') {
    console.log(`SKIPPED, moving to PostgreSQL: ${postgres}`)
    t.skip(postgres)
    return
  }
  t.after(() => postgres.close())
  const [url, directory] = [await postgres.newDatabase(), await temporaryDirectory(t)]
  const db = openSqlite(join(directory, 'data/projects.db'))
  await makeSamples(db, 7, new Date())
  await db.close()

  assert.match(
    await command('move', directory)(['sqlite:data/projects.db'], { DATABASE_URL: url }),
    /^Moved from data\/projects\.db to PostgreSQL on 127\.0\.0\.1, database guide_\w+:\n {8}7 projects\n/,
  )
})

it('only a move from SQLite to PostgreSQL is accepted', async (t) => {
  const move = command('move', await temporaryDirectory(t))
  assert.match(
    await move(['sqlite:data/projects.db']),
    /^failed: DATABASE_URL must be the PostgreSQL database to move to/,
  )
  assert.match(await move(['data/projects.db']), /^failed: .*Usage/s)
})
