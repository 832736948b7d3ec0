import assert from 'node:assert/strict'
import { after, describe, it, type TestContext } from 'node:test'
import { Client } from 'pg'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { DOUBT_MS, MailRefusal } from '../../mail/mailer.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { claimedFrom, submission } from '../../testing/stores.ts'
import { lineTo } from '../../testing/tcp-line.ts'
import { allOf, tameMailer, testApp } from '../../testing/test-app.ts'
import { createProjectStore } from '../create-project-store.ts'
import { erasedHash } from '../sql/project-index.ts'
import { openPostgres } from './open-postgres.ts'

const postgres = await startPostgres()
if (typeof postgres === 'string') console.log(`SKIPPED, many at once on PostgreSQL: ${postgres}`)

describe('many at once on PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return
  after(() => postgres.close())

  const open = async (t: TestContext, url: string) => {
    const store = createProjectStore(openPostgres(url))
    t.after(() => store.close())
    await store.check()
    return store
  }
  const connected = async (t: TestContext, url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    return client
  }
  const several = (count: number) => Array.from({ length: count }, () => submission())

  it('share their transactions, saved and marked', async (t) => {
    const url = await postgres.newDatabase()
    const store = await open(t, url)
    const reader = await connected(t, url)
    const transactions = async (table: string) =>
      Number((await reader.query(`select count(distinct xmin::text) as many from ${table}`)).rows[0]?.many)
    const saved = await Promise.all(several(40).map((one) => store.save(one)))
    assert.equal(await transactions('projects'), 1)
    const marked = await Promise.all(saved.map((one) => store.markSent(claimedFrom(one))))
    assert.deepEqual(new Set(marked), new Set([true]))
    assert.equal(await transactions('deliveries'), 1)
    const { rows } = await reader.query(
      'select count(*) as many, count("sentAt") as sent from deliveries where "nextAttemptAt" is null and "leaseToken" is null',
    )
    assert.deepEqual(rows, [{ many: '40', sent: '40' }])
  })

  it('whoever comes with those who wrote novels goes alone', async (t) => {
    const url = await postgres.newDatabase()
    const store = await open(t, url)
    const reader = await connected(t, url)
    const novel = () => ({ ...submission(), answers: sampleAnswers({ additionalComments: 'x'.repeat(3e6) }) })
    await Promise.all([novel(), novel(), submission()].map((one) => store.save(one)))
    const { rows } = await reader.query('select count(*) as many from projects group by xmin order by 1')
    assert.deepEqual(rows, [{ many: '1' }, { many: '2' }])
  })

  it('one that another server is changing holds up nobody else', async (t) => {
    const url = await postgres.newDatabase()
    const store = await open(t, url)
    const other = await connected(t, url)
    const [slow, ...others] = several(5)
    assert.ok(slow)
    await other.query('begin')
    await other.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [slow.id])
    const late = store.save(slow)
    await Promise.all(others.map((one) => store.save(one)))
    assert.equal((await allOf(store.projects())).length, 4)
    await other.query('commit')
    assert.equal((await late).change, 'created')
  })

  it('a note of one that another server is changing holds up nobody else’s', async (t) => {
    const url = await postgres.newDatabase()
    const store = await open(t, url)
    const other = await connected(t, url)
    const [slow, ...others] = await Promise.all(
      several(5).map(async (one) => claimedFrom(await store.save(one))),
    )
    assert.ok(slow)
    await other.query('begin')
    await other.query('select 1 from deliveries where "projectId" = $1 for update', [slow.project.id])
    const late = store.markSent(slow)
    assert.deepEqual(await Promise.all(others.map((one) => store.markSent(one))), [true, true, true, true])
    await other.query('commit')
    assert.equal(await late, true)
  })

  it('one that the database refuses fails alone', async (t) => {
    const store = await open(t, await postgres.newDatabase())
    const refused = { ...submission(), answers: sampleAnswers({ city: 'a\u0000b' }) }
    const results = await Promise.allSettled([...several(3), refused].map((one) => store.save(one)))
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
    )
  })

  it('half a letter, which JSON cannot say, keeps no project from being saved', async (t) => {
    const store = await open(t, await postgres.newDatabase())
    const halved = { ...submission(), answers: sampleAnswers({ city: 'a\ud83d' }) }
    await Promise.all([...several(3), halved].map((one) => store.save(one)))
    const cities = (await allOf(store.projects())).map(({ answers }) => answers.city)
    assert.equal(cities.filter((city) => city === 'a\ufffd').length, 1)
    assert.equal(cities.length, 4)
  })

  it('what is there, what was erased and what comes twice is not made anew', async (t) => {
    const url = await postgres.newDatabase()
    const store = await open(t, url)
    const other = await connected(t, url)
    const [there, erased, twice] = [submission(), submission(), submission()]
    await store.save(there)
    await other.query('insert into desk_erased (hash, at) values ($1, $2)', [erasedHash(erased.id), ''])
    const edit = { ...there, answers: sampleAnswers({ city: 'Chicago' }) }
    const saved = await Promise.all([edit, erased, twice, twice].map((one) => store.save(one)))
    assert.deepEqual(
      saved.map(({ change }) => change),
      ['replaced', 'unchanged', 'created', 'unchanged'],
    )
    const ids = (await allOf(store.projects())).map(({ id }) => id)
    assert.deepEqual(ids.toSorted(), [there.id, twice.id].toSorted())
  })

  for (const lost of ['what is asked'])
    it(`when the line breaks, and ${lost} is lost, each is saved by itself, and e-mailed by who saved it`, async (t) => {
      let hasBroken = false
      let isCommitted = false
      const line = await lineTo(t, await postgres.newDatabase(), ({ bytes, to }) => {
        isCommitted ||= to === 'database' && bytes.includes('commit\0') && bytes.includes('[{"id"')
        const isNow = isCommitted && !hasBroken && to === (lost === 'the answer' ? 'server' : 'database')
        if (!isNow) return true
        hasBroken = true
        line.cut()
        return false
      })
      const store = await open(t, line.url)
      const saved = await Promise.all(several(4).map((one) => store.save(one)))
      assert.ok(hasBroken)
      assert.deepEqual(
        saved.map(({ change, claim }) => [change, claim.kind]),
        Array(4).fill([lost === 'the answer' ? 'unchanged' : 'created', 'claimed']),
      )
      assert.equal((await allOf(store.projects())).length, 4)
    })

  it('whoever may have an e-mail is not given another at once because the answer to the note of it was lost', async (t) => {
    let hasBroken = false
    let isNoted = false
    const line = await lineTo(t, await postgres.newDatabase(), ({ bytes, to }) => {
      isNoted ||= to === 'database' && bytes.includes('no answer')
      if (!isNoted || hasBroken || to === 'database') return true
      hasBroken = true
      line.cut()
      return false
    })
    const { mailer } = tameMailer()
    const send = t.mock.method(mailer, 'send', async () => {
      throw new MailRefusal('no answer', { permanent: true, retryAfterMs: DOUBT_MS })
    })
    const { put, sentAlerts } = await testApp(t, { store: await open(t, line.url), mailer })
    assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 502)
    assert.ok(hasBroken)
    assert.equal(send.mock.callCount(), 1)
    assert.deepEqual(sentAlerts, ['mail refused'])
  })
})
