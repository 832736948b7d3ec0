import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { indexStatements } from '../../desk/inbox/project-index.ts'
import { asked, startPostgres } from '../../testing/postgres.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { eventually } from '../../testing/server-process.ts'
import { submission } from '../../testing/stores.ts'
import { lineTo } from '../../testing/tcp-line.ts'
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

  it('five that start at once on an empty database all find it ready', async (t) => {
    const url = await postgres.newDatabase()
    await Promise.all(Array.from({ length: 5 }, () => open(t, url).check()))
  })

  it('one whose clock is wrong calls nothing stuck that is not, and all that is', async (t) => {
    const url = await postgres.newDatabase()
    const store = open(t, url)
    await store.save(submission())
    const hours = (count: number) => Date.now() + count * 3600_000
    t.mock.timers.enable({ apis: ['Date'], now: hours(3) })
    assert.equal((await store.counts()).stuck, 0)
    await asked(url, `update deliveries set "queuedAt" = "queuedAt" - interval '2 hours'`)
    t.mock.timers.setTime(hours(-6))
    assert.equal((await store.counts()).stuck, 1)
  })

  it('one that starts while others write waits for nobody and stops nobody', async (t) => {
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
    const line = await lineTo(t, url)
    const store = open(t, line.url)
    const one = submission()
    await store.check()
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [one.id])
    const broken = assert.rejects(store.save(one))
    const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
    await eventually(async () => (await other.query(waiting)).rowCount === 1)
    line.cut()
    await broken
    await other.query('rollback')
    assert.equal((await store.save(one)).change, 'created')
  })

  it('a late try that waits while its project is erased does not bring it back', async (t) => {
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

  it('an edit at the very moment of marking neither undoes the mark nor is undone by it', async (t) => {
    const url = await postgres.newDatabase()
    const [one, other] = [open(t, url), open(t, url)]
    await Promise.all([one.check(), other.check()])
    const reader = new Client({ connectionString: url })
    await reader.connect()
    t.after(() => reader.end())
    for (let round = 0; round < 150; round++) {
      const first = submission()
      const { claim } = await one.save(first)
      assert.ok(claim.kind === 'claimed')
      const edited = { ...first, answers: sampleAnswers({ city: 'Chicago' }) }
      await Promise.all([one.markSent(claim.claimed), other.save(edited)])
      const { rows } = await reader.query(
        'select revision, "sentRevision" from deliveries where "projectId" = $1',
        [first.id],
      )
      assert.deepEqual(rows, [{ revision: 2, sentRevision: 1 }])
    }
  })

  it('two that get the same submission at once keep one record and send one e-mail', async (t) => {
    const url = await postgres.newDatabase()
    const { mailer, sent } = tameMailer(() => pause(20))
    const servers = [
      await testApp(t, { store: open(t, url), mailer }),
      await testApp(t, { store: open(t, url), mailer }),
    ]
    for (let round = 0; round < 10; round++) {
      const id = sampleId()
      const answers = await Promise.all(
        [0, 1, 0, 1].map((server) => servers[server]?.put(id, sampleAnswers())),
      )
      assert.deepEqual(
        answers.map((answer) => answer?.statusCode ?? 0).filter((status) => status >= 300),
        [],
      )
    }
    assert.equal(sent.length, 10)
    assert.equal((await servers[0]?.projects())?.length, 10)
  })

  it('an edit at the other server waits for the first e-mail and is sent as an update', async (t) => {
    const url = await postgres.newDatabase()
    const { promise: gate, resolve: go } = Promise.withResolvers<void>()
    let sending = 0
    const { mailer, sent } = tameMailer(() => {
      sending += 1
      return gate
    })
    const store = open(t, url)
    const one = await testApp(t, { store, mailer })
    const other = await testApp(t, { store: open(t, url), mailer })
    const id = sampleId()
    const first = one.put(id, sampleAnswers())
    await eventually(async () => sending === 1)
    const edit = other.put(id, sampleAnswers({ lastName: 'Newname' }))
    await eventually(async () => (await allOf(store.unsent()))[0]?.revision === 2)
    assert.equal(sending, 1)
    go()
    assert.equal((await first).statusCode, 201)
    assert.equal((await edit).statusCode, 201)
    assert.deepEqual(
      sent.map(({ revision, isUpdate }) => [revision, isUpdate]),
      [
        [1, false],
        [2, true],
      ],
    )
  })

  it('a database that commits without writing is refused', async (t) => {
    const url = await postgres.newDatabase()
    await asked(url, `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`)
    await assert.rejects(open(t, url).check(), /synchronous_commit off/)
  })

  it('a database that accepts no changes is not usable', async (t) => {
    const url = await postgres.newDatabase()
    const store = open(t, url)
    await store.check()
    await asked(
      url,
      `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
    const why = () => store.check().then(String, String)
    await eventually(async () => /accepts no changes/.test(await why()))
  })

  it('a database that has no place for some letters is refused', async (t) => {
    const url = new URL(await postgres.newDatabase())
    const name = `${url.pathname.slice(1)}_latin1`
    await asked(url.href, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
    url.pathname = name
    await assert.rejects(open(t, url.href).check(), /encoding LATIN1/)
  })

  it('how a database writes dates, and isolates by itself, is no matter', async (t) => {
    const url = await postgres.newDatabase()
    const name = new URL(url).pathname.slice(1)
    await asked(
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
    await asked(url, 'alter table projects drop column city')
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
    await asked(url, 'select 1 from projects')
    await writer.end()
  })

  it('a database of an older questionnaire gains the new columns and keeps everything', async (t) => {
    const url = await postgres.newDatabase()
    await asked(
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
    await asked(url, 'select retired from projects')
  })

  it('more projects than are fetched at once are all exported', async (t) => {
    const url = await postgres.newDatabase()
    const store = open(t, url)
    await store.check()
    await asked(
      url,
      `insert into projects (id, "createdAt") select lpad(n::text, 22, '0'), now() from generate_series(1, 1203) n`,
    )
    const ids = (await allOf(store.projects())).map(({ id }) => id)
    assert.equal(ids.length, 1203)
    assert.equal(new Set(ids).size, 1203)
    for await (const project of store.projects()) {
      assert.ok(project)
      break
    }
    await store.check()
  })

  it('down at the start, then up, then crashed, then up: pages throughout, and projects again by itself', async (t) => {
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

  it('a database that does not answer is given up in time, and used again once it does', async (t) => {
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
