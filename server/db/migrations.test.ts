import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import type { Inbox, ProjectDetails } from '../../../desk/api.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { SECONDS_HEADER } from '../../../questionnaire/visit-signals.ts'
import { indexStatements } from '../../desk/inbox/project-index.ts'
import { startPostgres } from '../../testing/postgres.ts'
import { allOf, temporaryDirectory, testApp } from '../../testing/test-app.ts'
import type { Driver } from '../driver.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { LATEST_VERSION } from './migrations.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

interface Database {
  readonly open: () => Driver
  readonly run: (text: string) => Promise<void>
}

const postgres = await startPostgres()
after(async () => {
  if (typeof postgres !== 'string') await postgres.close()
})

/** Each returns a database as the first release left it. */
const firstReleases: Record<string, ((t: TestContext) => Promise<Database>) | string> = {
  SQLite: async (t) => {
    const path = join(await temporaryDirectory(t), 'projects.db')
    await writeFile(path, gunzipSync(await readFile(join(FIXTURES, 'first-release.db.gz'))))
    const run = async (text: string) => {
      using db = new DatabaseSync(path)
      db.exec(text)
    }
    return { open: () => openSqlite(path, { indexStatements }), run }
  },
  PostgreSQL:
    typeof postgres === 'string'
      ? postgres
      : async () => {
          const url = await postgres.newDatabase()
          const run = async (text: string) => {
            const client = new Client({ connectionString: url })
            await client.connect()
            await client.query(text).finally(() => client.end())
          }
          await run(await readFile(join(FIXTURES, 'first-release.sql'), 'utf8'))
          return { open: () => openPostgres(url, { indexStatements }), run }
        },
}

for (const [engine, firstRelease] of Object.entries(firstReleases)) {
  const skip = typeof firstRelease === 'string' ? firstRelease : false
  describe(`migrations on ${engine}`, { skip }, () => {
    if (typeof firstRelease === 'string') return

    it('a database of the first release keeps everything', async (t) => {
      const { open } = await firstRelease(t)
      const { app, put, projects, services } = await testApp(t, { driver: open() })
      const signIn = await app.inject({
        method: 'POST',
        url: '/api/desk/session',
        payload: { email: 'dana@kitchens.example', password: 'plum-gravel-Teapot-91-orbit' },
      })
      assert.equal(signIn.statusCode, 200)
      const [session = '', device = ''] = [signIn.headers['set-cookie'] ?? []]
        .flat()
        .map((cookie) => cookie.split(';')[0] ?? '')
      const { devices } = services.desk ?? {}
      assert.ok(await devices?.isKnown(device.replace('desk-device=', ''), 'dana@kitchens.example'))
      const headers = { cookie: session }
      const get = async (path: string) => (await app.inject({ url: `/api/desk/${path}`, headers })).json()
      const found = async (filter: string) => {
        const { projects }: Inbox = await get(`projects?${filter}`)
        return projects.map(({ id, isSample }) => (isSample ? 'sample' : Number(id.slice(-6))))
      }
      const history = async (nth: number) => {
        const { events }: ProjectDetails = await get(`projects/fixture-project-00000${nth}`)
        return events.map(({ at: _, who, ...event }) => ({ ...event, who: who?.name ?? null }))
      }

      assert.deepEqual(
        (await projects()).map(({ id, answers }) => [id, answers.email]),
        [
          ['fixture-project-000001', 'jane.homeowner@example.com'],
          ['fixture-project-000002', 'zoe.muller@example.com'],
          ['fixture-project-000003', 'ann@example.com'],
          ['fixture-project-000005', 'old.page@example.com'],
        ],
      )
      assert.deepEqual(await found(''), [5, 3, 2, 1, 'sample', 'sample'])
      assert.deepEqual(await found('search=marmoleum'), [3])
      assert.deepEqual(await found('search=M%C3%BCller'), [2])
      assert.deepEqual(await found('search=jane.homeowner@example.com'), [1])
      assert.deepEqual(await found('who=robin@kitchens.example'), [1])
      assert.equal((await found('status=Lost'))[0], 3)

      const came = { kind: 'came', who: null, first: {} }
      const who = 'Dana Specialist'
      const called = [
        { kind: 'contact', how: 'Called', who },
        { kind: 'status', from: 'New', to: 'Contacted', reason: '', who },
      ]
      assert.deepEqual(await history(1), [
        came,
        { kind: 'assigned', to: { email: 'robin@kitchens.example', name: 'Robin Owner' }, who },
        ...called,
        { kind: 'note', text: 'Wants an island.\nCall after five.', who },
      ])
      assert.deepEqual(await history(2), [
        { ...came, first: { budget: '$60,000' } },
        { kind: 'revised', who: null },
        ...called,
        { kind: 'taken back', how: 'Called', who },
        { kind: 'status', from: 'Contacted', to: 'New', reason: '', who },
      ])
      assert.deepEqual(await history(3), [
        came,
        { kind: 'status', from: 'New', to: 'Lost', reason: 'Went with another contractor', who },
      ])
      const { email, firstContactAt, version }: ProjectDetails = await get('projects/fixture-project-000001')
      assert.deepEqual([email, firstContactAt?.slice(0, 16), version], ['sent', '2026-11-18T16:05', 4])

      const audit: { what: string }[] = await get('audit')
      assert.deepEqual(
        audit.map(({ what }) => what),
        ['signed in', 'erased', 'signed in', 'password set'],
      )
      assert.deepEqual(
        (await services.desk?.people.list())?.map((person) => [
          person.name,
          person.role,
          person.password !== '',
        ]),
        [
          ['Dana Specialist', 'owner', true],
          ['Robin Owner', 'owner', false],
        ],
      )
      const { steps, days } = await get('funnel?from=2026-11-18&to=2026-11-18')
      assert.deepEqual(days, [{ day: '2026-11-18', started: 1, submitted: 5 }])
      assert.deepEqual([steps[1].reached, steps[2].reached, steps[3].reached], [1, 1, 0])

      await put('fixture-project-000004', sampleAnswers())
      assert.equal((await projects()).length, 4)
      assert.equal(await services.store.countSuspicious(), 0)
      await put('fixture-project-000007', sampleAnswers(), { [SECONDS_HEADER]: '1' })
      assert.equal(await services.store.countSuspicious(), 1)
      await put('fixture-project-000001', sampleAnswers({ city: 'Duluth' }))
      assert.deepEqual(await found('search=duluth'), [1])
      await put('fixture-project-000006', sampleAnswers({ city: 'Duluth' }))
      assert.deepEqual(await found('search=duluth'), [6, 1])
    })

    it('what an older page sent beyond its questions is kept', async (t) => {
      const { open, run } = await firstRelease(t)
      await run(`update deliveries set "sentAt" = null, "nextAttemptAt" = "queuedAt"
        where "projectId" = 'fixture-project-000005'`)
      const driver = open()
      t.after(() => driver.close())
      const unsent = await allOf(driver.unsent())
      assert.deepEqual(
        unsent.map(({ extraAnswersJson }) => extraAnswersJson),
        ['{"favouriteTile":"Zellige"}'],
      )
    })

    it('projects that were saved before the desk existed are listed and found', async (t) => {
      const { open, run } = await firstRelease(t)
      await run('delete from desk_files')
      const { services } = await testApp(t, { driver: open() })
      const { projects = [] } = (await services.desk?.inbox.page({}, new Date())) ?? {}
      assert.equal(projects.length, 6)
      const found = await services.desk?.inbox.page({ search: 'marmol' }, new Date())
      assert.deepEqual(
        found?.projects.map(({ id, version }) => [id, version]),
        [['fixture-project-000003', 0]],
      )
    })

    it('two servers that start at once migrate once', async (t) => {
      const { open } = await firstRelease(t)
      const drivers = [open(), open()]
      t.after(() => Promise.all(drivers.map((driver) => driver.close())))
      await Promise.all(drivers.map((driver) => driver.check()))
      const versions = await drivers[0]?.sql?.all({
        parts: ['select version from schema_versions order by version'],
        values: [],
      })
      assert.deepEqual(
        versions?.map(({ version }) => version),
        Array.from({ length: LATEST_VERSION }, (_, index) => index + 1),
      )
    })

    it('a database that a newer server has migrated is refused and left as it is', async (t) => {
      const { open, run } = await firstRelease(t)
      await run(`create table schema_versions (version integer primary key, applied_at text not null);
        insert into schema_versions values (${LATEST_VERSION + 1}, '');
        drop table desk_steps`)
      const start = async () => {
        const driver = open()
        t.after(() => driver.close())
        await driver.check()
      }
      await assert.rejects(start, {
        message: new RegExp(`^The database has version ${LATEST_VERSION + 1} of the tables`),
      })
      await assert.rejects(run('select 1 from desk_steps'), /desk_steps/)
    })
  })
}
