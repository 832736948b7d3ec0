import assert from 'node:assert/strict'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { createWebhooks } from '../../desk/webhooks/webhooks.ts'
import { saveProject } from '../../projects/save-project.ts'
import { compileCache } from '../../testing/compile-cache.ts'
import { onPostgres } from '../../testing/databases.ts'
import { submission, testOutbox } from '../../testing/outbox.ts'
import { executeSql, startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually, freePort, startProcess } from '../../testing/server-process.ts'
import { tameMailer } from '../../testing/tame-mailer.ts'
import { startDatabaseProxy } from '../../testing/tcp-proxy.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { testApp } from '../../testing/test-app.ts'
import type { Database } from '../database.ts'
import { LATEST_VERSION } from '../migrations.ts'
import { erasedHash, selectProjectsSince } from '../project-statements.ts'
import { query } from '../rows.ts'
import { sql } from '../sql.ts'
import { openPostgres } from './open-postgres.ts'

const define = (postgres: TestPostgres) => {
  const open = (t: TestContext, url: string) => testOutbox(t, openPostgres(url))

  const projectsIn = ({ db }: { readonly db: Database }) =>
    Array.fromAsync(db.stream(selectProjectsSince('postgres', new Date(0))))

  /** A server, and another program on its database that it may have to wait for. */
  const setUp = async (t: TestContext) => {
    const url = await postgres.newDatabase()
    const server = open(t, url)
    await server.db.check()
    const other = new Client({ connectionString: url })
    await other.connect()
    t.after(() => other.end())
    const waiting =
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
    const untilWaiting = (count = 1) =>
      eventually(async () => (await other.query(waiting)).rowCount === count)
    return { ...server, server, url, other, untilWaiting }
  }

  const lock = (other: Client, id: string) =>
    other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [id])

  it('stuck messages are counted by the clock of the database', async (t) => {
    const { url, queue, save } = await setUp(t)
    await save(submission())
    const hours = (count: number) => Date.now() + count * 3600_000
    const stuck = async () => (await queue.counts()).specialist.stuck
    t.mock.timers.enable({ apis: ['Date'], now: hours(3) })
    assert.equal(await stuck(), 0)
    await executeSql(url, `update messages set queued_at = queued_at - interval '2 hours'`)
    t.mock.timers.setTime(hours(-6))
    assert.equal(await stuck(), 1)
  })

  it('a server that starts does not wait for other servers that write', async (t) => {
    const { url, other } = await setUp(t)
    await other.query('begin; lock table projects, messages in row exclusive mode')
    await open(t, url).db.check()
    await other.query('rollback')
  })

  it('a change that misses its deadline is not stored', async (t) => {
    const { server, save, other, untilWaiting } = await setUp(t)
    const one = submission()
    await other.query('begin')
    await lock(other, one.id)
    const late = assert.rejects(save(one), /too slow/)
    await untilWaiting()
    const now = performance.now()
    t.mock.method(performance, 'now', () => now + 10_001)
    await other.query('rollback')
    await late
    assert.deepEqual(await projectsIn(server), [])
  })

  it('a connection that breaks in the middle of a change fails that change alone', async (t) => {
    const { url, other, untilWaiting } = await setUp(t)
    const proxied = await startDatabaseProxy(t, url)
    const { db, save } = open(t, proxied.url)
    const one = submission()
    await db.check()
    await other.query('begin')
    await lock(other, one.id)
    const broken = assert.rejects(save(one))
    await untilWaiting()
    proxied.proxy.cutAll()
    await broken
    await other.query('rollback')
    assert.equal((await save(one)).change, 'created')
  })

  it('a retry that waits while its project is erased does not bring it back', async (t) => {
    const { server, save, other, untilWaiting } = await setUp(t)
    const one = submission()
    await other.query('begin')
    await lock(other, one.id)
    const late = save(one)
    await untilWaiting()
    await other.query('insert into desk_erased (hash, at) values ($1, $2)', [erasedHash(one.id), ''])
    await other.query('commit')
    assert.equal((await late).change, 'unchanged')
    assert.deepEqual(await projectsIn(server), [])
  })

  it('a webhook that is deleted while a project is saved leaves no message', async (t) => {
    const { db, queue, save, other, untilWaiting } = await setUp(t)
    const webhooks = createWebhooks(db.desk)
    const add = async () => {
      await webhooks.add({ address: 'https://crm.example', events: ['project.created'] }, '')
      return (await webhooks.list())[0]?.id ?? ''
    }
    const messages = query(sql`select 1 from messages where channel like 'webhook:%'`, {})

    // The save has queued its message, and waits before it commits.
    const first = await add()
    const copied = { latestChannels: [], settings: () => ({ homeownerCopy: true }) } as const
    await other.query('begin; lock table desk_briefs in share row exclusive mode')
    const saving = saveProject(submission(), { ...copied, db, queue })
    await untilWaiting()
    const removing = webhooks.remove(first, '')
    await untilWaiting(2)
    await other.query('rollback')
    assert.equal((await saving).change, 'created')
    assert.equal(await removing, true)
    assert.deepEqual(await db.all(messages), [])

    // The deletion has begun, and the save waits for it.
    const second = await add()
    await other.query('begin')
    await other.query('delete from desk_webhooks where id = $1', [second])
    const late = save(submission())
    await untilWaiting()
    await other.query('commit')
    assert.equal((await late).change, 'created')
    assert.deepEqual(await db.all(messages), [])
  })

  it('a database with synchronous_commit off is refused', async (t) => {
    const url = await postgres.newDatabase()
    await executeSql(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    await assert.rejects(open(t, url).db.check(), /synchronous_commit off/)
  })

  it('the check fails for a read-only database', async (t) => {
    const url = await postgres.newDatabase()
    const { db } = open(t, url)
    await db.check()
    await executeSql(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const why = () => db.check().then(String, String)
    await eventually(async () => /accepts no changes/.test(await why()))
  })

  it('a database without Unicode is refused', async (t) => {
    const url = new URL(await postgres.newDatabase())
    const name = `${url.pathname.slice(1)}_latin1`
    await executeSql(url.href, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    url.pathname = name
    await assert.rejects(open(t, url.href).db.check(), /encoding LATIN1/)
  })

  it('saving works with any date style and default isolation level', async (t) => {
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
    assert.equal((await projectsIn(one)).length, 30)
  })

  it('a server that starts waits only briefly for a locked table, and not again at once', async (t) => {
    const url = await postgres.newDatabase()
    await open(t, url).db.check()
    await executeSql(url, 'alter table projects drop column city')
    const writer = new Client({ connectionString: url })
    await writer.connect()
    await writer.query('begin; lock table projects in row exclusive mode')
    const newer = open(t, url).db
    const failures = async () => {
      const started = performance.now()
      for (const { status } of await Promise.allSettled([1, 2, 3].map(() => newer.check())))
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

  it('the server starts without the database, and recovers by itself each time the database comes up', async (t) => {
    const url = await postgres.newDatabase()
    await postgres.stop()
    const { mailer, sent } = tameMailer()
    const { put, app, projects } = await testApp(t, { db: openPostgres(url), mailer })
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

  it('a server ends when it connects to a database that a newer server has migrated', async (t) => {
    const url = await postgres.newDatabase()
    await open(t, url).db.check()
    await executeSql(url, `insert into schema_versions values (${LATEST_VERSION + 1}, '')`)
    const cwd = await temporaryDirectory(t)
    const entry = join(import.meta.dirname, '../../testing/test-server.ts')
    const start = async () => {
      const port = await freePort()
      const env = { PATH: process.env.PATH, ...compileCache, PORT: String(port), DATABASE_URL: url }
      const child = startProcess(process.execPath, [entry], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
      const errors = child.stderr ? text(child.stderr) : ''
      const isUp = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
      return { child, errors, isUp }
    }
    const early = await start()
    await eventually(async () => early.child.exitCode === 1)
    assert.match(await early.errors, /The database has schema version \d+/)

    await postgres.stop()
    const waiting = await start()
    await eventually(waiting.isUp)
    await postgres.start()
    await eventually(async () => waiting.child.exitCode === 1)
    assert.match(await waiting.errors, /Start the newer server again/)
  })

  it('a database that hangs fails the submission in time, and works again afterwards', async (t) => {
    const url = await postgres.newDatabase()
    const { put } = await testApp(t, { db: openPostgres(url), mailer: tameMailer().mailer })
    postgres.signal('SIGSTOP')
    const started = performance.now()
    const answer = await put(sampleId(), sampleAnswers()).finally(() => postgres.signal('SIGCONT'))
    assert.equal(answer.statusCode, 503)
    assert.ok(performance.now() - started < 11_000)
    assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 201)
  })
}

await onPostgres('servers on PostgreSQL', define, startPostgres)
