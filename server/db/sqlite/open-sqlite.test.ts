import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { indexStatements } from '../../desk/inbox/project-index.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually } from '../../testing/server-process.ts'
import { submission } from '../../testing/stores.ts'
import { allOf, temporaryDirectory } from '../../testing/test-app.ts'
import { createProjectStore } from '../create-project-store.ts'
import { sql } from '../sql/sql.ts'
import { openSqlite } from './open-sqlite.ts'

async function setUp(t: TestContext) {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const open = () => {
    const store = createProjectStore(openSqlite(path, { indexStatements }))
    t.after(() => store.close())
    return store
  }
  return { path, open }
}

it('a damaged file, or one of another kind, is refused and left as it is', async (t) => {
  const { path, open } = await setUp(t)
  const store = open()
  for (let index = 0; index < 20; index++) await store.save(submission())
  await store.close()
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
  assert.throws(() => openSqlite(':memory:', { indexStatements }), /journal_mode is memory/)
  rmSync(':memory:', { force: true })
  const { open } = await setUp(t)
  const { exec } = DatabaseSync.prototype
  t.mock.method(DatabaseSync.prototype, 'exec', function (this: DatabaseSync, text: string) {
    return exec.call(this, text.replace('synchronous = full', 'synchronous = normal'))
  })
  assert.throws(open, /synchronous is 1/)
})

it('a change fails if the file is moved away during it', async (t) => {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const driver = openSqlite(path, { indexStatements })
  t.after(() => driver.close())
  const moving = driver.change(sampleId(), () => {
    renameSync(path, `${path}.moved`)
    return { result: 'saved' }
  })
  await assert.rejects(moving, /moved or replaced/)
})

it('closing finishes queued changes, and refuses later ones', async (t) => {
  const { open } = await setUp(t)
  const store = open()
  const last = store.save(submission())
  await store.close()
  assert.equal((await last).change, 'created')
  await assert.rejects(store.save(submission()), /closed/)
  assert.equal((await allOf(open().projects())).length, 1)
})

it('saving fails while the file is moved away, and works again when it is back', async (t) => {
  const { path, open } = await setUp(t)
  const store = open()
  const one = submission()
  await store.save(one)
  renameSync(path, `${path}.away`)
  await assert.rejects(store.save(submission()), /moved or replaced/)
  await assert.rejects(store.check(), /moved or replaced/)
  assert.ok(!existsSync(path))
  renameSync(`${path}.away`, path)
  await store.save(submission())
  assert.equal((await allOf(store.projects())).length, 2)
})

it('after a disk error, the store reconnects only to the same file', async (t) => {
  const { path } = await setUp(t)
  const driver = openSqlite(path, { indexStatements })
  t.after(() => driver.close())
  const store = createProjectStore(driver)
  await store.save(submission())
  // A broken page, a file that cannot be opened or is no database, and a disk that fails.
  for (const errcode of [11, 14, 26, 10]) {
    await store.check()
    const fault = Object.assign(new Error('a fault of the disk'), { errcode })
    const failing = () => {
      throw fault
    }
    await assert.rejects(driver.change(sampleId(), failing), fault)
    // The connection is closed, which leaves no log.
    assert.ok(!existsSync(`${path}-wal`), String(errcode))
  }
  renameSync(path, `${path}.away`)
  await assert.rejects(store.save(submission()), /moved or replaced/)
  await assert.rejects(store.check(), /moved or replaced/)
  assert.ok(!existsSync(path))
  copyFileSync(`${path}.away`, path)
  await assert.rejects(store.save(submission()), /moved or replaced/)
  renameSync(`${path}.away`, path)
  await store.save(submission())
  assert.equal((await allOf(store.projects())).length, 2)
})

it('saving fails if the log was removed', async (t) => {
  const { path, open } = await setUp(t)
  const store = open()
  await store.save(submission())
  rmSync(`${path}-wal`)
  await assert.rejects(store.save(submission()), /moved or replaced/)
  await assert.rejects(store.check(), /moved or replaced/)
})

it('deliveries whose projects were deleted by hand do not block the others', async (t) => {
  const { path, open } = await setUp(t)
  const store = open()
  const all = Array.from({ length: 9 }, () => submission())
  for (const one of all) await store.save(one)
  await store.retry('all')
  const by = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  by.exec(`update deliveries set leaseToken = null, nextAttemptAt = queuedAt`)
  for (const { id } of all.slice(0, 8)) by.prepare('delete from projects where id = ?').run(id)
  by.close()
  const claimed = [...(await store.claimDue(8)), ...(await store.claimDue(8))]
  assert.deepEqual(
    claimed.map(({ project }) => project.id),
    [all[8]?.id],
  )
})

it('a change waits for another process without blocking the event loop', async (t) => {
  const { path, open } = await setUp(t)
  const store = open()
  const other = new DatabaseSync(path)
  t.after(() => other.close())
  other.exec('begin immediate')
  let turns = 0
  const ticking = setInterval(() => turns++, 10)
  t.after(() => clearInterval(ticking))
  const began = performance.now()
  const saving = store.save(submission())
  await eventually(async () => turns > 20)
  const took = performance.now() - began
  other.exec('rollback')
  assert.equal((await saving).change, 'created')
  assert.ok(took < 4000, `${turns} turns took ${Math.round(took)} ms`)
})

it('a change that fails does not fail the others of its batch', async (t) => {
  const { path } = await setUp(t)
  const driver = openSqlite(path, { indexStatements })
  t.after(() => driver.close())
  const store = createProjectStore(driver)
  const results = await Promise.allSettled([
    store.save(submission()),
    driver.change(sampleId(), () => {
      throw new Error('poison')
    }),
    store.save(submission()),
    driver.sql?.transact('poison', [], () => ({
      result: null,
      write: [sql`insert into desk_erased (hash) values ('without a time')`],
    })),
    store.save(submission()),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  )
  assert.equal((await allOf(store.projects())).length, 3)
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
      "The question 'city' of questionnaire/fields.ts was 'CITY' before, and SQLite does not tell the two apart: write 'CITY' again, or choose another name.",
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
  const store = open()
  await store.save(submission())
  const [old, fresh] = await allOf(store.projects())
  assert.equal(old?.answers.email, 'old@example.com')
  assert.equal(old.answers.city, '')
  assert.equal(old.createdAt.toISOString(), '2026-01-02T03:04:05.678Z')
  assert.equal(fresh?.answers.city, 'Springfield')
  assert.equal((await store.claim('an-old-project________')).kind, 'sent')
  const again = new DatabaseSync(path)
  assert.equal(
    again.prepare('select retired from projects where id = ?').get('an-old-project________')?.retired,
    'kept',
  )
  again.close()
})

it('a lease of a process that has ended is free at once', async (t) => {
  const { path, open } = await setUp(t)
  const id = sampleId()
  const script = `
    const { openSqlite } = await import(${JSON.stringify(new URL('open-sqlite.ts', import.meta.url).href)})
    const { createProjectStore } = await import(${JSON.stringify(new URL('../create-project-store.ts', import.meta.url).href)})
    const saved = await createProjectStore(openSqlite(process.argv[1], { indexStatements: () => [] })).save({ id: process.argv[2], answers: JSON.parse(process.argv[3]), extraAnswers: {} })
    console.log(saved.claim.kind)
    process.kill(process.pid, 'SIGKILL')`
  let output = ''
  try {
    execFileSync(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      path,
      id,
      JSON.stringify(sampleAnswers()),
    ])
  } catch (error) {
    output = String(Object(error).stdout)
  }
  assert.equal(output.trim(), 'claimed')
  const store = open()
  assert.deepEqual(
    (await store.claimDue(5)).map(({ project }) => project.id),
    [id],
  )
  assert.equal((await open().claim(id)).kind, 'busy')
})
