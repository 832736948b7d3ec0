import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { createPeople } from '../desk/auth/people.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { makeSamples } from '../desk/samples/sample-projects.ts'
import { openPostgres } from '../store/postgres/open-postgres.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { startPostgres } from '../testing/postgres.ts'
import { command } from '../testing/run-cli.ts'
import { endProcess, eventually, startProcess } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/test-app.ts'

it('a move that is killed halfway moves nothing, and can be repeated', async (t) => {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') {
    console.log(`SKIPPED, moving to PostgreSQL: ${postgres}`)
    t.skip(postgres)
    return
  }
  t.after(() => postgres.close())
  const [url, directory] = [await postgres.newDatabase(), await temporaryDirectory(t)]
  const { sql, close } = openSqlite(join(directory, 'data/projects.db'), { indexStatements })
  assert.ok(sql)
  await makeSamples(sql, 120, new Date())
  await createPeople(sql).add('Ada', 'ada@kitchens.example')
  await close()

  // A trigger blocks the move after the projects, when it copies the people.
  const target = openPostgres(url, { indexStatements })
  await target.check()
  await target.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  const ask = async (text: string) => (await client.query(text)).rows
  await ask(`select pg_advisory_lock(1);
    create function wait() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return new; end';
    create trigger waiting before insert on desk_people for each row execute function wait()`)
  const from = 'sqlite:data/projects.db'
  const file = fileURLToPath(new URL('move.ts', import.meta.url))
  const moving = startProcess(process.execPath, [file, from], { cwd: directory, env: { DATABASE_URL: url } })
  await eventually(
    async () => (await ask("select from pg_locks where locktype = 'advisory' and not granted")).length > 0,
  )
  await endProcess(moving, 'SIGKILL')
  await ask('select pg_advisory_unlock(1)')
  assert.deepEqual(await ask('select id from projects'), [])

  const told = await command('move', directory)([from], { DATABASE_URL: url })
  assert.match(
    told,
    /^Moved from data\/projects\.db to PostgreSQL on 127\.0\.0\.1, database guide_\w+:\n {6}120 projects\n/,
  )
  assert.equal((await ask('select id from projects')).length, 120)
  await client.end()
})

it('only a move from SQLite to PostgreSQL is accepted', async (t) => {
  const move = command('move', await temporaryDirectory(t))
  const told = await move(['sqlite:data/projects.db'], { DATABASE_URL: 'firestore://kitchens' })
  assert.match(told, /^failed: DATABASE_URL must name the PostgreSQL database to move to/)
  assert.match(await move(['data/projects.db']), /^failed: .*Usage/s)
})
