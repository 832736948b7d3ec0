import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { eventually } from '../../testing/server-process.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { selectProject } from '../project-statements.ts'
import { number, query } from '../rows.ts'
import { sql } from '../sql.ts'
import { openSqlite } from './open-sqlite.ts'

async function setUp(t: TestContext) {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const open = () => {
    const db = openSqlite(path)
    t.after(() => db.close())
    return {
      db,
      save: () =>
        db.transact('any', [], () => ({
          result: 'saved',
          write: [sql`insert into desk_erased (hash, at) values (${randomUUID()}, '')`],
        })),
      fail: (error: unknown) =>
        db.transact('any', [], () => {
          throw error
        }),
      countSaved: async () =>
        (await db.all(query(sql`select count(*) as count from desk_erased`, { count: number })))[0]?.count,
    }
  }
  return { path, open }
}

it('a damaged file, or one of another kind, is refused and left as it is', async (t) => {
  const { path, open } = await setUp(t)
  const { db, save } = open()
  for (let index = 0; index < 20; index++) await save()
  await db.close()
  const good = readFileSync(path)
  for (const [name, damaged] of Object.entries({
    text: Buffer.alloc(8192, 'not a database'),
    'half a file': good.subarray(0, good.length >> 1),
    'a page and a half missing': good.subarray(0, -6144),
    'a header of zeros': Buffer.from(good).fill(0, 0, 4096),
    'damaged pages': Buffer.from(good).fill('damage', 8192, 16_384),
  })) {
    writeFileSync(path, damaged)
    assert.throws(open, /cannot be used/, name)
    assert.deepEqual(readFileSync(path), damaged, name)
  }
})

it('no database is created beside the log of a lost one', async (t) => {
  const { path, open } = await setUp(t)
  writeFileSync(`${path}-wal`, 'what was not yet in the file')
  assert.throws(open, /missing/)
  assert.ok(!existsSync(path))
  writeFileSync(path, '')
  assert.throws(open, /empty/)
  assert.equal(readFileSync(`${path}-wal`, 'utf8'), 'what was not yet in the file')
})

it('a database that would not be durable is refused', async (t) => {
  assert.throws(() => openSqlite(':memory:'), /journal_mode is memory/)
  rmSync(':memory:', { force: true })
  const { open } = await setUp(t)
  const { exec } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    return exec.call(this, text.replace('synchronous = full', 'synchronous = normal'))
  })
  assert.throws(open, /synchronous is 1/)
})

it('a change fails if the file is moved away during it', async (t) => {
  const { path, open } = await setUp(t)
  const { db } = open()
  const moving = db.transact('any', [], () => {
    renameSync(path, `${path}.moved`)
    return { result: 'saved' }
  })
  await assert.rejects(moving, /moved or replaced/)
})

it('closing finishes queued changes, and refuses later ones', async (t) => {
  const { open } = await setUp(t)
  const { db, save } = open()
  const last = save()
  await db.close()
  assert.equal(await last, 'saved')
  await assert.rejects(save(), /closed/)
  assert.equal(await open().countSaved(), 1)
})

it('after a disk error, or while the file is moved away, only the same file is used again', async (t) => {
  const { path, open } = await setUp(t)
  const { db, save, fail, countSaved } = open()
  const expectMoved = async () => {
    await assert.rejects(save(), /moved or replaced/)
    await assert.rejects(db.check(), /moved or replaced/)
  }
  await save()
  // None, a broken page, a file that cannot be opened or is no database, and a disk that fails.
  for (const errcode of [0, 11, 14, 26, 10]) {
    await db.check()
    const fault = Object.assign(new Error('a fault of the disk'), { errcode })
    await assert.rejects(fail(fault), fault)
    // The connection is closed, which leaves no log.
    assert.equal(existsSync(`${path}-wal`), errcode === 0, String(errcode))
    renameSync(path, `${path}.away`)
    await expectMoved()
    assert.ok(!existsSync(path))
    copyFileSync(`${path}.away`, path)
    await expectMoved()
    renameSync(`${path}.away`, path)
    await save()
  }
  assert.equal(await countSaved(), 6)
  rmSync(`${path}-wal`)
  await expectMoved()
})

it('a change waits for another process without blocking the event loop', async (t) => {
  const { path, open } = await setUp(t)
  const { save } = open()
  const other = new DatabaseSync(path)
  t.after(() => other.close())
  other.exec('begin immediate')
  let turns = 0
  const ticking = setInterval(() => turns++, 10)
  t.after(() => clearInterval(ticking))
  const began = performance.now()
  const saving = save()
  await eventually(async () => turns > 20)
  const took = performance.now() - began
  other.exec('rollback')
  assert.equal(await saving, 'saved')
  assert.ok(took < 4000, `${turns} turns took ${Math.round(took)} ms`)
})

it('a change that fails does not fail the others of its batch', async (t) => {
  const { open } = await setUp(t)
  const { db, save, fail, countSaved } = open()
  const results = await Promise.allSettled([
    save(),
    fail(new Error('poison')),
    save(),
    db.transact('poison', [], () => ({
      result: null,
      write: [sql`insert into desk_erased (hash) values ('without a time')`],
    })),
    save(),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal(await countSaved(), 3)
})

it('a field renamed only in case is refused with both names', async (t) => {
  const { path, open } = await setUp(t)
  const db = new DatabaseSync(path)
  db.exec(
    "create table projects (id text primary key, CITY text not null default '', createdAt text not null)",
  )
  db.close()
  assert.throws(open, {
    message:
      "The question 'city' in questionnaire/fields.ts used to be 'CITY', and SQLite ignores case in names. Use 'CITY' again, or choose another name.",
  })
  const again = new DatabaseSync(path)
  t.after(() => again.close())
  assert.equal(
    again.prepare("select count(*) as columns from pragma_table_info('projects')").get()?.columns,
    3,
  )
})

it('a database of an older questionnaire gains the new columns and keeps its data', async (t) => {
  const { path, open } = await setUp(t)
  const db = new DatabaseSync(path)
  db.exec(`create table projects (id text primary key, email text not null default '', retired text not null default '', createdAt text not null);
    insert into projects values ('an-old-project________', 'old@example.com', 'kept', '2026-01-02T03:04:05.678Z');
    create table deliveries (projectId text primary key references projects (id), revision integer not null default 1, sentRevision integer not null default 0, queuedAt text not null, nextAttemptAt text, sentAt text);
    insert into deliveries values ('an-old-project________', 1, 1, '2026-01-02T03:04:05.678Z', null, '2026-01-02T03:04:06.000Z')`)
  db.close()
  const opened = open()
  const [old] = await opened.db.all(selectProject('an-old-project________'))
  assert.deepEqual([old?.answers.email, old?.answers.city], ['old@example.com', ''])
  assert.equal(old?.createdAt.toISOString(), '2026-01-02T03:04:05.678Z')
  const sent = query(sql`select sent_revision from messages where next_attempt_at is null`, {
    sent_revision: number,
  })
  assert.deepEqual(await opened.db.all(sent), [{ sent_revision: 1 }])
  const again = new DatabaseSync(path)
  t.after(() => again.close())
  assert.deepEqual({ ...again.prepare('select retired from projects').get() }, { retired: 'kept' })
})
