import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { SOURCE_HEADER } from '../../questionnaire/source-parameters.ts'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { makeSamples } from '../desk/samples/sample-projects.ts'
import { jsonLines, projectsSince } from '../projects/export-projects.ts'
import { testDesk } from '../testing/desk.ts'
import { sharePostgres } from '../testing/postgres.ts'
import { sampleId } from '../testing/sample-id.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { movedTables, moveToPostgres } from './move-to-postgres.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

const EVERY_LETTER = `Zoë\r\n"O'Brien" \\ \\u0000 {"a":null} 日本語 עברית e\u0301 🏡\u{10ffff}\ufffd\u2028\ufeff\u0001`

const postgres = await sharePostgres()
after(async () => {
  if (typeof postgres !== 'string') await postgres.close()
})

describe('the move to PostgreSQL', { skip: typeof postgres === 'string' ? postgres : false }, () => {
  if (typeof postgres === 'string') return

  /** An empty PostgreSQL database to move to, and a function that queries it. */
  async function setUp(t: TestContext) {
    const url = typeof postgres === 'string' ? '' : await postgres.newDatabase()
    const client = new Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    const directory = await temporaryDirectory(t)
    const path = join(directory, 'projects.db')
    return {
      url,
      path,
      directory,
      move: () => moveToPostgres(path, url),
      ask: async (text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows,
    }
  }

  it('keeps everything, and the server continues from there', async (t) => {
    const { url, path, move, ask } = await setUp(t)
    const { seen, cookie, ids } = await filled(t, path)
    const old = new DatabaseSync(path)
    old.exec(`alter table projects add column "oldQuestion" text not null default ''`)
    old.prepare('update projects set "oldQuestion" = ? where id = ?').run(EVERY_LETTER, ids.worked)
    const lastNumber = old.prepare("select seq from sqlite_sequence where name = 'desk_events'").get()?.seq
    old.close()
    const before = readFileSync(path)

    const counts = await move()
    assert.equal(counts.get('projects'), 123)
    assert.equal(counts.get('members of the desk'), 3)
    assert.ok(readFileSync(path).equals(before))
    const dropped = await ask('select id from projects where "oldQuestion" = $1', [EVERY_LETTER])
    assert.deepEqual(dropped, [{ id: ids.worked }])

    const moved = await testDesk(t, {
      db: openPostgres(url),
      mailer: tameMailer().mailer,
    })
    // The entry of the sign-in just now.
    await ask('delete from desk_audit where id = (select max(id) from desk_audit)')
    assert.deepEqual(await shown(moved, cookie, [ids.worked, ids.held, ids.due]), seen)

    const note = { kind: 'note', text: 'Moved' }
    const noted = await moved.call(cookie)('POST', `projects/${ids.worked}/events`, note)
    assert.equal(noted.json().events.at(-1).text, 'Moved')
    assert.deepEqual(await ask('select max(id)::int as id from desk_events'), [
      { id: Number(lastNumber) + 1 },
    ])
    await moved.submit({ city: 'Newtown' })
    assert.equal((await moved.inbox({ search: 'newtown' })).projects.length, 1)

    const { queue } = moved.services
    await moved.put(ids.gone, sampleAnswers())
    assert.ok((await moved.projects()).every(({ id }) => id !== ids.gone))
    assert.equal((await queue.claimLatest(ids.worked, 'specialist')).kind, 'nothing to send')
    const claim = await queue.claimLatest(ids.due, 'specialist')
    assert.ok(claim.kind === 'claimed' && (await queue.markSent(claim.claimed)))
    assert.deepEqual((await queue.counts()).specialist, { due: 0, stuck: 0, dead: 1 })
  })

  it('migrates a file of an older version first, and moves every table', async (t) => {
    const { path, move, ask } = await setUp(t)
    const older = new DatabaseSync(path)
    older.exec(`create table projects (id text primary key, "createdAt" text not null);
      create table deliveries ("projectId" text primary key, "queuedAt" text not null);
      insert into projects values ('one', '2026-01-31T12:00:00.000Z'); insert into deliveries select * from projects;
      insert into deliveries values ('deleted by hand', '2026-01-31T12:00:00.000Z')`)
    older.close()
    assert.deepEqual(
      [...(await move())].filter(([, count]) => count > 0),
      [
        ['projects', 1],
        ['inbox entries', 1],
        ['messages', 1],
      ],
    )
    const found = await ask('select tablename from pg_tables where schemaname = current_schema()')
    assert.deepEqual(
      found.map((row) => row.tablename).toSorted(),
      [...movedTables.keys(), 'schema_versions'].toSorted(),
    )
    await assert.rejects(move(), /must be an empty database\. This one has projects, inbox entries/)
  })

  it('moves nothing if PostgreSQL refuses a row, and says in which table', async (t) => {
    const { path, move, ask } = await setUp(t)
    await openSqlite(path).close()
    const db = new DatabaseSync(path)
    db.prepare('insert into desk_erased (hash, at) values (?, ?)').run('\0', '')
    db.exec("insert into desk_people (email, name, added_at) values ('ada', 'Ada', '')")
    db.close()
    await assert.rejects(
      move(),
      /^Error: Nothing was moved, because moving the marks of erased projects failed$/,
    )
    assert.deepEqual(await ask('select * from desk_people'), [])
  })

  it('refuses a file that a server has open, and one of another product', async (t) => {
    const { path, directory, move } = await setUp(t)
    await assert.rejects(move(), /There is no database/)
    assert.deepEqual(await readdir(directory), [])
    await writeFile(path, '')
    await assert.rejects(move(), /There is no database/)
    await writeFile(path, 'A letter, and no database.')
    await assert.rejects(move(), /file is not a database/)
    await rm(path)
    const other = new DatabaseSync(path)
    other.exec('create table projects (id text)')
    other.close()
    await assert.rejects(move(), /is not a database of this product/)
    await rm(path)

    const server = openSqlite(path)
    t.after(() => server.close())
    await assert.rejects(move(), /Another program has .* open\. Stop every server first/)
  })
})

type Opened = Awaited<ReturnType<typeof testDesk>>

/** A desk on SQLite with everything the product stores: sent, due and held emails, edits, work, an erasure, counts. */
async function filled(t: TestContext, path: string) {
  const { mailer } = tameMailer()
  const desk = await testDesk(t, { db: openSqlite(path), mailer })
  const { ask, put, submit, services } = desk
  const submitLater = async (changes = {}) => {
    // The two databases order projects of the same millisecond differently.
    await pause(2)
    return submit(changes)
  }

  const worked = await submitLater({ firstName: 'Grete', newKitchenOtherFeature: EVERY_LETTER })
  await submit({ firstName: 'Greta', newKitchenOtherFeature: EVERY_LETTER }, worked)
  const work = (change: object) => ask('POST', `projects/${worked}/events`, change)
  await work({ kind: 'note', text: EVERY_LETTER })
  await work({ kind: 'contact', how: 'Called' })
  const { version } = await desk.file(worked)
  await work({ kind: 'status', to: 'Lost', reason: 'Budget — für jetzt', version })
  await work({ kind: 'assigned', to: 'grace@kitchens.example', version: version + 1 })

  mailer.send = async () => {
    throw new Error('mail is down')
  }
  const held = sampleId()
  await put(held, { ...sampleAnswers(), islandColour: 'blue \\u0000 "é"' }, { [VERSION_HEADER]: 'older' })
  await services.queue.hold()
  await pause(2)
  const due = sampleId()
  await put(due, sampleAnswers({ city: 'Truchtersheim' }), { [SOURCE_HEADER]: 'utm_source=Zo%C3%AB' })
  mailer.send = async () => {}

  await makeSamples(desk.desk.db, 120, new Date())
  desk.desk.visitCounts.count({ screen: 3, seconds: 4 }, new Date())
  const gone = await submitLater({ lastName: 'Gone' })
  await ask('DELETE', `projects/${gone}`, { lastName: 'Gone' })
  await desk.staff.people.add({ name: 'Invited', email: 'invited@kitchens.example' })
  const cookie = await desk.signIn()
  const seen = await shown(desk, cookie, [worked, held, due])
  await desk.app.close()
  await services.db.close()
  return { seen, cookie, ids: { worked, held, due, gone } }
}

/** Everything the product shows of what it stores. */
async function shown({ services, call, staff }: Opened, cookie: string, ids: readonly string[]) {
  const ask = call(cookie)
  const bodies: string[] = []
  for (const path of [
    'audit',
    'messages',
    'first-contacts',
    'funnel',
    'people',
    'projects',
    'projects?search=truchters',
    'projects?search=grete',
    'projects?search=%E6%97%A5%E6%9C%AC%20zoe',
    'projects?sort=waiting',
    'projects?who=grace@kitchens.example',
    'session',
    'sources',
    'projects?source=zo%C3%AB',
    'unanswered',
    ...ids.map((id) => `projects/${id}`),
  ]) {
    const answer = await ask('GET', path)
    assert.equal(answer.statusCode, 200, path)
    bodies.push(`${path} ${answer.body.replaceAll(/"waitedMinutes":\d+/g, '')}`)
  }
  return {
    bodies,
    exported: (await Array.fromAsync(jsonLines(projectsSince(services.db, new Date(0))))).join(''),
    unsent: await Array.fromAsync(services.queue.unsent()),
    counts: await services.queue.counts(),
    people: await staff.people.list(),
  }
}
