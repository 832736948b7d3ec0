import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { onPostgres } from '../../testing/databases.ts'
import { submission, testOutbox } from '../../testing/outbox.ts'
import { executeSql, sharePostgres, type TestDatabases } from '../../testing/postgres.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { startDatabaseProxy } from '../../testing/tcp-proxy.ts'
import { testApp } from '../../testing/test-app.ts'
import type { Database } from '../database.ts'
import { selectProjectsSince } from '../project-statements.ts'
import { number, query } from '../rows.ts'
import { sql } from '../sql.ts'
import { openPostgres } from './open-postgres.ts'
import { openPool } from './pool.ts'

const define = (postgres: TestDatabases) => {
  const open = (t: TestContext, url: string) => testOutbox(t, openPostgres(url))

  it('stalled exports do not block submissions', async (t) => {
    const url = await postgres.newDatabase()
    const { db, save } = open(t, url)
    await db.check()
    await executeSql(
      url,
      `insert into projects (id, "createdAt") select 'project' || nth, now() from generate_series(1, 600) nth`,
    )
    const projects = selectProjectsSince('postgres', new Date(0))
    const readers = Array.from({ length: 12 }, () => db.stream(projects)[Symbol.asyncIterator]())
    const begun = readers.map((reader) => reader.next().catch(() => null))
    try {
      await begun[0]
      const saved = await save(submission())
      assert.equal(saved.change, 'created')
    } finally {
      await Promise.all(begun)
      for (const reader of readers) await reader.return?.()
    }
  })

  it('a failed change releases its lock', async (t) => {
    const url = await postgres.newDatabase()
    const [failing, other] = [open(t, url), open(t, url)]
    const one = submission()
    await other.db.check()
    const poison = new Error('poison')
    const change = failing.db.transact(one.id, [], () => {
      throw poison
    })
    await assert.rejects(change, poison)
    const began = performance.now()
    await other.save(one)
    assert.ok(performance.now() - began < 5000)
  })

  it('a query on a dead connection times out', async (t) => {
    const { proxy, url } = await startDatabaseProxy(t, await postgres.newDatabase())
    const pool = openPool(url, 1)
    t.after(() => pool.end())
    const client = await pool.connect()
    await client.query('select 1')
    proxy.onRequest = () => null
    t.mock.timers.enable({ apis: ['setTimeout'] })
    let end = 'none'
    client.query('select 1').catch((error: unknown) => {
      end = String(error)
    })
    t.mock.timers.tick(10_000)
    await yieldToEventLoop()
    client.release(true)
    assert.match(end, /timeout/)
  })

  it('statements, locks and idle transactions have a time limit', async (t) => {
    const { db } = open(t, await postgres.newDatabase())
    const settings = sql`select setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`
    const lengths = await db.all(query(settings, { setting: number }))
    assert.equal(lengths.filter(({ setting }) => setting > 0 && setting <= 10_000).length, 3)
  })

  const waits = query(sql`select pg_advisory_xact_lock(1)`, {})
  const slowDesk: Readonly<Record<string, (db: Database) => Promise<unknown>>> = {
    searches: (db) => db.all(waits),
    changes: (db) => db.transact('people', [waits], () => ({ result: null })),
  }
  for (const [what, waitFor] of Object.entries(slowDesk)) {
    it(`slow ${what} of the desk do not block submissions`, async (t) => {
      const url = await postgres.newDatabase()
      const db = openPostgres(url)
      const { put } = await testApp(t, { db, config: { siteDomain: 'kitchens.example' } })
      await db.check()
      // They wait for a lock that the test holds.
      const others = openPool(url, 1)
      const holder = await others.connect()
      await holder.query('select pg_advisory_lock(1)')
      let answered = 0
      const slow = Array.from({ length: 12 }, async () => {
        await waitFor(db.desk).catch(() => null)
        answered++
      })
      try {
        assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 201)
        assert.equal(answered, 0)
      } finally {
        holder.release(true)
        await Promise.all(slow)
        await others.end()
      }
    })
  }
}

await onPostgres('connections to PostgreSQL', define, sharePostgres)
