import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { copyDatabase } from './copy-database.ts'

/** A database of about 10 MB with one project. */
async function setUp(t: TestContext) {
  const directory = await temporaryDirectory(t)
  const [from, to] = [join(directory, 'projects.db'), join(directory, 'copy.db')]
  const db = new DatabaseSync(from)
  t.after(() => db.close())
  db.exec(`pragma journal_mode = wal; create table projects (id integer primary key, answers blob);
    create table deliveries ("projectId" text); insert into projects values (1, zeroblob(10000000));
    pragma wal_checkpoint(truncate)`)
  return { db, from, to }
}

it('a copy has one unchanging state, although the database changes meanwhile', {
  timeout: 20_000,
}, async (t) => {
  const { db, from, to } = await setUp(t)
  let isCopied = false
  const copying = copyDatabase(from, to).finally(() => {
    isCopied = true
  })
  for (let added = 0; added < 50 && !isCopied; added++) {
    db.exec('insert into projects values (null, zeroblob(10000))')
    await yieldToEventLoop()
  }
  await copying
  const copy = new DatabaseSync(to)
  t.after(() => copy.close())
  assert.deepEqual({ ...copy.prepare('select count(*) as count from projects').get() }, { count: 1 })
})

it('a copy of a damaged database is refused', async (t) => {
  const { from, to } = await setUp(t)
  await using file = await open(from, 'r+')
  await file.write('damaged', 1000 * 4096)
  await assert.rejects(copyDatabase(from, to), /invalid page number/)
})
