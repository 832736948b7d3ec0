import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { indexStatements } from '../../desk/inbox/project-index.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { submission } from '../../testing/stores.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { testApp } from '../../testing/test-app.ts'
import { createProjectStore } from '../create-project-store.ts'
import { sql } from '../sql/sql.ts'
import type { SqlDatabase } from '../sql/sql-database.ts'
import { openPostgres } from './open-postgres.ts'
import { openPool } from './pool.ts'

const postgres = await startPostgres()
if (typeof postgres === 'string') console.log(`SKIPPED, connections to PostgreSQL: ${postgres}`)

describe('connections to PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  const open = (t: TestContext, url: string) => {
    const driver = openPostgres(url, { indexStatements })
    t.after(() => driver.close())
    return { driver, store: createProjectStore(driver) }
  }

  it('stalled exports do not block submissions', async (t) => {
    const { store } = open(t, await postgres.newDatabase())
    for (let more = 0; more < 600; more++) await store.save(submission())
    const readers = Array.from({ length: 12 }, () => store.projects()[Symbol.asyncIterator]())
    const begun = readers.map((reader) => reader.next().catch(() => null))
    try {
      await begun[0]
      const saved = await store.save(submission())
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
    await other.store.check()
    const poison = new Error('poison')
    const change = failing.driver.change(one.id, () => {
      throw poison
    })
    await assert.rejects(change, poison)
    const began = performance.now()
    await other.store.save(one)
    assert.ok(performance.now() - began < 5000)
  })

  it('a query on a dead connection times out', async (t) => {
    let isDead = false
    const proxy = await startTcpProxy(t, await postgres.newDatabase(), () => !isDead)
    const pool = openPool(proxy.url, 1)
    t.after(() => pool.end())
    const client = await pool.connect()
    await client.query('select 1')
    isDead = true
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
    const { driver } = open(t, await postgres.newDatabase())
    const bounds = await driver.sql?.all(sql`select setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`)
    const lengths = bounds?.map(({ setting }) => Number(setting)) ?? []
    assert.equal(lengths.filter((ms) => ms > 0 && ms <= 10_000).length, 3)
  })

  const waits = sql`select pg_advisory_xact_lock(1)`
  const slowDesk: Readonly<Record<string, (db: SqlDatabase) => Promise<unknown>>> = {
    searches: (db) => db.all(waits),
    changes: (db) => db.transact('people', [waits], () => ({ result: null })),
  }
  for (const [what, waitFor] of Object.entries(slowDesk)) {
    it(`slow ${what} of the desk do not block submissions`, async (t) => {
      const url = await postgres.newDatabase()
      const driver = openPostgres(url, { indexStatements })
      const { put } = await testApp(t, { driver, config: { siteDomain: 'kitchens.example' } })
      await driver.check()
      // They wait for a lock that the test holds.
      const others = openPool(url, 1)
      const holder = await others.connect()
      await holder.query('select pg_advisory_lock(1)')
      let answered = 0
      const slow = Array.from({ length: 12 }, async () => {
        if (driver.sql) await waitFor(driver.sql).catch(() => null)
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
})
