import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { indexStatements } from '../../desk/inbox/project-index.ts'
import { executeSql, startPostgres } from '../../testing/postgres.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually } from '../../testing/server-process.ts'
import { submission } from '../../testing/stores.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { allOf, tameMailer, testApp } from '../../testing/test-app.ts'
import { createProjectStore } from '../create-project-store.ts'
import { erasedHash } from '../sql/project-statements.ts'
import { openPostgres } from './open-postgres.ts'

const postgres = await startPostgres()
if (typeof postgres === 'string') console.log(`SKIPPED, servers on PostgreSQL: ${postgres}`)

describe('servers on PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  const open = (t: TestContext, url: string) => {
    const store = createProjectStore(openPostgres(url, { indexStatements }))
    t.after(() => store.close())
    return store
  }

  it('stuck deliveries are counted by the clock of the database', async (t) => {
    const url = await postgres.newDatabase()
    const store = open(t, url)
    await store.save(submission())
    const hours = (count: number) => Date.now() + count * 3600_000
    t.mock.timers.enable({ apis: ['Date'], now: hours(3) })
    assert.equal((await store.counts()).stuck, 0)
    await executeSql(url, `update deliveries set "queuedAt" = "queuedAt" - interval '2 hours'`)
    t.mock.timers.setTime(hours(-6))
    assert.equal((await store.counts()).stuck, 1)
  })

  it('a server that starts does not wait for other servers that write', async (t) => {
    const url = await postgres.newDatabase()
    await open(t, url).check()
    const writer = new Client({ connectionString: url })
    await writer.connect()
    t.after(() => writer.end())
    await writer.query('begin; lock table projects, deliveries in row exclusive mode')
    await open(t, url).check()
    await writer.query('rollback')
  })

  it('a change that misses its deadline is not stored', async (t) => {
    const url = await postgres.newDatabase()
    const other = new Client({ connectionString: url })
    await other.connect()
    t.after(() => other.end())
    const store = open(t, url)
    const one = submission()
    await store.check()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [one.id])
    const late = assert.rejects(store.save(one), /too slow/)
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
    await eventually(async () => (await other.query(waiting)).rowCount === 1)
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 10_001)
    await other.query('rollback')
    await late
    assert.deepEqual(await allOf(store.projects()), [])
  })

  it('a connection that breaks in the middle of a change fails that change alone', async (t) => {
    const url = await postgres.newDatabase()
    const other = new Client({ connectionString: url })
    await other.connect()
    t.after(() => other.end())
    const proxy = await startTcpProxy(t, url)
    const store = open(t, proxy.url)
    const one = submission()
    await store.check()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [one.id])
    const broken = assert.rejects(store.save(one))
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
    await eventually(async () => (await other.query(waiting)).rowCount === 1)
    proxy.cut()
    await broken
    await other.query('rollback')
    assert.equal((await store.save(one)).change, 'created')
  })

  it('a retry that waits while its project is erased does not bring it back', async (t) => {
    const url = await postgres.newDatabase()
    const eraser = new Client({ connectionString: url })
    await eraser.connect()
    t.after(() => eraser.end())
    const store = open(t, url)
    await store.check()
    const one = submission()
    await eraser.query('begin')
    await eraser.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [one.id])
    const late = store.save(one)
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
    await eventually(async () => (await eraser.query(waiting)).rowCount === 1)
    await eraser.query('insert into desk_erased (hash, at) values ($1, $2)', [erasedHash(one.id), ''])
    await eraser.query('commit')
    assert.equal((await late).change, 'unchanged')
    assert.deepEqual(await allOf(store.projects()), [])
  })

  it('a database with synchronous_commit off is refused', async (t) => {
    const url = await postgres.newDatabase()
    await executeSql(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    await assert.rejects(open(t, url).check(), /synchronous_commit off/)
  })

  it('the check fails for a read-only database', async (t) => {
    const url = await postgres.newDatabase()
    const store = open(t, url)
    await store.check()
    await executeSql(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const why = () => store.check().then(String, String)
    await eventually(async () => /accepts no changes/.test(await why()))
  })

  it('a database without Unicode is refused', async (t) => {
    const url = new URL(await postgres.newDatabase())
    const name = `${url.pathname.slice(1)}_latin1`
    await executeSql(url.href, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    url.pathname = name
    await assert.rejects(open(t, url.href).check(), /encoding LATIN1/)
  })

  it('the store works with any date style and default isolation level', async (t) => {
    const url = await postgres.newDatabase()
    const name = new URL(url).pathname.slice(1)
    await executeSql(
      url,
      `alter database ${name} set datestyle = 'German';
      alter database ${name} set default_transaction_isolation = 'serializable'`,
    )
    const [one, other] = [open(t, url), open(t, url)]
    const all = Array.from({ length: 30 }, () => submission())
    await Promise.all(all.flatMap((each) => [one.save(each), other.save(each)]))
    assert.equal((await allOf(one.projects())).length, 30)
  })

  it('a server that starts waits only briefly for a locked table, and not again at once', async (t) => {
    const url = await postgres.newDatabase()
    await open(t, url).check()
    await executeSql(url, 'alter table projects drop column city')
    const writer = new Client({ connectionString: url })
    await writer.connect()
    await writer.query('begin; lock table projects in row exclusive mode')
    const newer = open(t, url)
    const failures = async () => {
      const started = performance.now()
      for (const { status } of await Promise.allSettled([newer.check(), newer.check(), newer.check()]))
        assert.equal(status, 'rejected')
      return performance.now() - started
    }
    const first = await failures()
    assert.ok(first > 1000 && first < 4000, `${first} ms`)
    const second = await failures()
    assert.ok(second < 500, `${second} ms`)
    await executeSql(url, 'select 1 from projects')
    await writer.end()
  })

  it('a database of an older questionnaire gains the new columns and keeps its data', async (t) => {
    const url = await postgres.newDatabase()
    await executeSql(
      url,
      `create table projects (id text primary key, email text not null default '', retired text, "createdAt" timestamptz(3) not null);
      insert into projects values ('an-old-project________', 'old@example.com', 'kept', '2026-01-02T03:04:05.678Z')`,
    )
    const store = open(t, url)
    await store.save(submission())
    const [old, fresh] = await allOf(store.projects())
    assert.equal(old?.answers.email, 'old@example.com')
    assert.equal(old.createdAt.toISOString(), '2026-01-02T03:04:05.678Z')
    assert.equal(fresh?.answers.city, 'Springfield')
    await executeSql(url, 'select retired from projects')
  })

  it('the server starts without the database, and recovers by itself each time the database comes up', async (t) => {
    const url = await postgres.newDatabase()
    await postgres.stop()
    const { mailer, sent } = tameMailer()
    const { put, app, projects } = await testApp(t, { store: open(t, url), mailer })
    const id = sampleId()
    assert.equal((await put(id, sampleAnswers())).statusCode, 503)
    assert.equal((await app.inject({ url: '/' })).statusCode, 200)
    await postgres.start()
    assert.equal((await put(id, sampleAnswers())).statusCode, 201)
    await postgres.stop('SIGQUIT')
    assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 503)
    await postgres.start()
    assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 201)
    assert.equal((await put(id, sampleAnswers())).statusCode, 200)
    assert.equal((await projects()).length, 2)
    assert.equal(sent.length, 2)
  })

  it('a database that hangs fails the submission in time, and works again afterwards', async (t) => {
    const url = await postgres.newDatabase()
    const { put } = await testApp(t, { store: open(t, url), mailer: tameMailer().mailer })
    postgres.signal('SIGSTOP')
    const started = performance.now()
    const answer = await put(sampleId(), sampleAnswers()).finally(() => postgres.signal('SIGCONT'))
    assert.equal(answer.statusCode, 503)
    assert.ok(performance.now() - started < 11_000)
    assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 201)
  })
})
