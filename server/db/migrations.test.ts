import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { type Inbox, MUST_CONFIRM, type ProjectDetails } from '../../desk/api.ts'
import { noAnswers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { SECONDS_HEADER } from '../../questionnaire/visit-signals.ts'
import type { Message } from '../outbox/message.ts'
import { messageFrom } from '../outbox/message-statements.ts'
import { findBrief } from '../projects/briefs.ts'
import { isUnchanged } from '../projects/save-project.ts'
import { countSuspicious } from '../projects/suspicious.ts'
import { hashToken } from '../staff/people.ts'
import { submission } from '../testing/outbox.ts'
import { executeSql, sharePostgres } from '../testing/postgres.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { testApp } from '../testing/test-app.ts'
import type { Clock, OpenDatabase } from './database.ts'
import { LATEST_VERSION } from './migrations.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { projectFrom, type StoredProject, selectProject } from './project-statements.ts'
import { number, query, queryAs } from './rows.ts'
import { sql } from './sql.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/**
 * `two-outboxes` is the last version with a table of deliveries and an outbox beside it. It has sent, due, leased, held,
 * dead and suspicious emails and messages, the same in SQLite and PostgreSQL.
 */
type Fixture = 'first-release' | 'two-outboxes'

/** The time at which that version was left. */
const CLOCK = new Date('2026-11-16T15:00:00.000Z')

/** A database as an earlier version left it. */
interface Place {
  readonly open: (clock?: Clock) => OpenDatabase
  readonly run: (text: string) => Promise<unknown>
  /** A script that opens the database, and is killed after the statement that begins with these words. */
  readonly killedAfter: (words: string) => string
}

const fixtureNamed = async (name: string) => {
  const content = await readFile(join(import.meta.dirname, 'fixtures', name))
  return name.endsWith('.gz') ? gunzipSync(content) : content
}
const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

const before = await readTwoOutboxes()

const postgres = await sharePostgres()
after(async () => {
  if (typeof postgres !== 'string') await postgres.close()
})

const engines: Record<string, ((t: TestContext, fixture: Fixture) => Promise<Place>) | string> = {
  SQLite: async (t, fixture) => {
    const path = join(await temporaryDirectory(t), 'projects.db')
    await writeFile(path, await fixtureNamed(`${fixture}.db.gz`))
    return {
      open: (clock) => openSqlite(path, clock ? { clock } : {}),
      async run(text) {
        using db = new DatabaseSync(path)
        db.exec(text)
      },
      killedAfter: (words) => `
        import { DatabaseSync } from 'node:sqlite'
        import { openSqlite } from ${moduleAt('sqlite/open-sqlite.ts')}
        const { exec } = DatabaseSync.prototype
        DatabaseSync.prototype.exec = function (text) {
          exec.call(this, text)
          if (text.startsWith(${JSON.stringify(words)})) process.kill(process.pid, 'SIGKILL')
        }
        openSqlite(${JSON.stringify(path)})`,
    }
  },
  PostgreSQL:
    typeof postgres === 'string'
      ? postgres
      : async (_, fixture) => {
          const url = await postgres.newDatabase()
          const run = (text: string) => executeSql(url, text)
          await run(String(await fixtureNamed(`${fixture}.sql${fixture === 'two-outboxes' ? '.gz' : ''}`)))
          return {
            open: (clock) => openPostgres(url, clock ? { clock } : {}),
            run,
            killedAfter: (words) => `
              import pg from 'pg'
              import { openPostgres } from ${moduleAt('postgres/open-postgres.ts')}
              const { query } = pg.Client.prototype
              pg.Client.prototype.query = async function (...args) {
                const result = await query.apply(this, args)
                const text = args[0].text ?? args[0]
                if (text.startsWith(${JSON.stringify(words)})) process.kill(process.pid, 'SIGKILL')
                return result
              }
              await openPostgres(${JSON.stringify(url)}).check()`,
          }
        },
}

for (const [engine, fixture] of Object.entries(engines)) {
  const skip = typeof fixture === 'string' ? fixture : false
  describe(`migrations on ${engine}`, { skip }, () => {
    if (typeof fixture === 'string') return

    const migrated = async (t: TestContext, name: Fixture) => {
      const db = (await fixture(t, name)).open(() => CLOCK)
      t.after(() => db.close())
      return db
    }

    it('a database of the first release keeps everything', async (t) => {
      const { open } = await fixture(t, 'first-release')
      const { app, put, projects, services } = await testApp(t, { db: open() })
      const signIn = await app.inject({
        method: 'POST',
        url: '/api/desk/session',
        payload: { email: 'dana@kitchens.example', password: 'plum-gravel-Teapot-91-orbit' },
      })
      assert.equal(signIn.statusCode, 200)
      const [session = '', device = ''] = [signIn.headers['set-cookie'] ?? []]
        .flat()
        .map((cookie) => cookie.split(';')[0] ?? '')
      const { devices } = services.staff
      assert.ok(await devices.isKnown(device.replace('desk-device=', ''), 'dana@kitchens.example'))
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
      const details: ProjectDetails = await get('projects/fixture-project-000001')
      const { email, firstContactAt, version, sentEarly } = details
      assert.deepEqual(
        [email, firstContactAt?.slice(0, 16), version, sentEarly],
        ['sent', '2026-11-18T16:05', 4, false],
      )

      const audit: { what: string }[] = await get('audit')
      assert.deepEqual(
        audit.map(({ what }) => what),
        ['signed in', 'erased', 'signed in', 'password set'],
      )
      assert.deepEqual(
        (await services.staff.people.list()).map((person) => [
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
      assert.equal(await countSuspicious(services.db), 0)
      await put('fixture-project-000007', sampleAnswers(), { [SECONDS_HEADER]: '1' })
      assert.equal(await countSuspicious(services.db), 1)
      // Without a write key it can be changed for a day.
      const now = new Date().toISOString()
      await services.db.transact('fixture-project-000001', [], () => ({
        result: null,
        write: [sql`update projects set "createdAt" = ${now} where id = 'fixture-project-000001'`],
      }))
      await put('fixture-project-000001', sampleAnswers({ city: 'Duluth' }))
      assert.deepEqual(await found('search=duluth'), [1])
      await put('fixture-project-000006', sampleAnswers({ city: 'Duluth' }))
      assert.deepEqual(await found('search=duluth'), [6, 1])
    })

    it('every project and message of a table of deliveries and an outbox keeps its state', async (t) => {
      assert.deepEqual(await storedState(await migrated(t, 'two-outboxes')), before)
    })

    it('its people, webhooks, inbox, history, briefs and marks of erased projects stay', async (t) => {
      const db = (await fixture(t, 'two-outboxes')).open(() => CLOCK)
      const { staff, desk } = (await testApp(t, { db })).services
      assert.deepEqual(
        (await staff.people.list()).map(({ name, role, password }) => [name, role, password !== '']),
        [
          ['Ada', 'owner', true],
          ['Grace', 'specialist', true],
          ['Robin', 'specialist', false],
        ],
      )
      assert.deepEqual(
        (await desk.webhooks.list()).map(({ address, isOn, waiting, attempts }) => [
          address,
          isOn,
          waiting,
          attempts.length,
        ]),
        [
          ['https://crm.example/hooks', true, 14, 2],
          ['https://sheet.example/rows', false, 3, 0],
        ],
      )
      const { projects } = await desk.inbox.page({}, CLOCK)
      assert.deepEqual(
        projects.map(({ id }) => id).toSorted(),
        before.projects.filter(({ suspicion }) => suspicion === '').map(({ id }) => id),
      )
      assert.equal(projects.filter(({ isSample }) => isSample).length, 1)
      const history = async (id: string) =>
        (await desk.projectDetails(id, CLOCK))?.events.map(({ kind }) => kind)
      const worked = ['came', 'note', 'assigned', 'contact', 'status', 'revised', 'status']
      assert.deepEqual(await history('assigned______________'), worked)
      assert.deepEqual(await history('released______________'), ['came', 'released'])
      assert.equal(await countSuspicious(desk.db), 2)
      for (const { projectId, channel, detail } of before.messages)
        if (channel === 'homeowner')
          assert.equal((await findBrief(String(detail.token), db, CLOCK))?.id, projectId)
      for (const id of ['erased________________', 'erased-earlier________'])
        assert.equal(await isUnchanged(submission({}, id), db), true)
    })

    it('an open session stays, and a new passkey needs the password again', async (t) => {
      const { open, run } = await fixture(t, 'two-outboxes')
      const token = 'A'.repeat(43)
      const now = new Date().toISOString()
      await run(`insert into desk_sessions (hash, email, began_at, seen_at)
        values ('${hashToken(token)}', 'ada@kitchens.example', '${now}', '${now}')`)
      const { app } = await testApp(t, { db: open() })
      const headers = { cookie: `desk=${token}` }
      assert.equal((await app.inject({ url: '/api/desk/session', headers })).statusCode, 200)
      const add = { method: 'POST', url: '/api/desk/account/passkeys/options', headers } as const
      assert.equal((await app.inject(add)).json().problem, MUST_CONFIRM)
    })

    it('what an older page sent beyond its questions is kept', async (t) => {
      const [project] = await (await migrated(t, 'first-release')).all(
        selectProject('fixture-project-000005'),
      )
      assert.deepEqual(project?.extraAnswers, { favouriteTile: 'Zellige' })
    })

    it('projects that were saved before the desk existed are listed and found', async (t) => {
      const { open, run } = await fixture(t, 'first-release')
      await run('delete from desk_files')
      const { inbox } = (await testApp(t, { db: open() })).services.desk
      assert.equal((await inbox.page({}, new Date())).projects.length, 6)
      const found = await inbox.page({ search: 'marmol' }, new Date())
      assert.deepEqual(
        found.projects.map(({ id, version }) => [id, version]),
        [['fixture-project-000003', 0]],
      )
    })

    it('two servers that start at once migrate once', async (t) => {
      const { open } = await fixture(t, 'two-outboxes')
      const [one, other] = [open(), open()]
      t.after(() => Promise.all([one.close(), other.close()]))
      await Promise.all([one.check(), other.check()])
      const versions = query(sql`select version from schema_versions order by version`, { version: number })
      assert.deepEqual(
        (await one.all(versions)).map(({ version }) => version),
        Array.from({ length: LATEST_VERSION }, (_, index) => index + 1),
      )
      assert.deepEqual(await storedState(other), before)
    })

    for (const words of ['create table messages', 'insert into messages', 'drop table outbox'])
      it(`a server that is killed after "${words}" loses nothing`, async (t) => {
        const { open, killedAfter, run } = await fixture(t, 'two-outboxes')
        const args = ['--input-type=module', '--eval', killedAfter(words)]
        const { signal, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname })
        assert.equal(signal, 'SIGKILL', String(stderr))
        await run('select * from deliveries')
        const db = open(() => CLOCK)
        t.after(() => db.close())
        assert.deepEqual(await storedState(db), before)
      })

    it('a database that a newer server has migrated is refused and left as it is', async (t) => {
      const { open, run } = await fixture(t, 'first-release')
      await run(`create table schema_versions (version integer primary key, applied_at text not null);
        insert into schema_versions values (${LATEST_VERSION + 1}, '');
        drop table desk_steps`)
      const start = async () => {
        const db = open()
        t.after(() => db.close())
        await db.check()
      }
      await assert.rejects(start, {
        message: new RegExp(`^The database has schema version ${LATEST_VERSION + 1}`),
      })
      await assert.rejects(run('select 1 from desk_steps'), /desk_steps/)
    })
  })
}

/** The projects, and the messages in an order that keeps those of one project and channel in theirs. */
function stateOf(projects: readonly StoredProject[], messages: readonly Message[]) {
  const orderOf = ({ channel, projectId }: Message) => `${channel} ${projectId}`
  return {
    projects: projects.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    messages: messages
      .toSorted((a, b) => (orderOf(a) === orderOf(b) ? 0 : orderOf(a) < orderOf(b) ? -1 : 1))
      // An email gets a random id, and the token of a lease names the process.
      .map(({ id, leaseToken, ...message }) => ({
        ...message,
        id: message.channel === 'specialist' ? '' : id,
        hasLease: leaseToken !== null,
      })),
  }
}

const storedState = async (db: OpenDatabase) =>
  stateOf(
    await db.all(queryAs(sql`select * from projects`, projectFrom)),
    await db.all(queryAs(sql`select * from messages order by id`, messageFrom)),
  )

/** What the fixture two-outboxes holds, read from the tables of its version. */
async function readTwoOutboxes() {
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-fixture-'))
  const path = join(directory, 'projects.db')
  await writeFile(path, await fixtureNamed('two-outboxes.db.gz'))
  const db = new DatabaseSync(path)
  const deliveries = db
    .prepare('select *, is_sample from deliveries join desk_projects on project_id = "projectId"')
    .all()
  const projects = db.prepare('select * from projects').all()
  const outbox = db.prepare('select * from outbox order by id').all()
  db.close()
  await rm(directory, { recursive: true })

  const deliveryOf = (id: unknown) => deliveries.find(({ projectId }) => projectId === id)
  const sinceThen = { sentEarly: 0, isTest: 0, updateLeavesAt: null, writeKeyHash: '', priceList: '' }
  const emails = deliveries
    .filter(({ suspicion, is_sample }) => suspicion === '' && is_sample === 0)
    .map(({ changed, sentRevision, ...email }) => ({
      ...email,
      messageId: '',
      channel: 'specialist',
      event: sentRevision === 0 ? 'project.created' : 'project.updated',
      detail: JSON.stringify({ changed }),
      sentRevision,
    }))
  return stateOf(
    projects.map((project) => {
      const { revision, unknown, suspicion } = deliveryOf(project.id) ?? {}
      return projectFrom({
        ...noAnswers,
        ...project,
        ...sinceThen,
        revision,
        extraAnswers: unknown,
        suspicion,
      })
    }),
    [...emails, ...outbox.map((row) => ({ ...row, sentRevision: 0, sentAt: null }))].map(messageFrom),
  )
}
