import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { noAnswers } from '../../questionnaire/answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import type { OpenDatabase } from '../db/database.ts'
import { openPostgres } from '../db/postgres/open-postgres.ts'
import { erasedHash, projectFrom } from '../db/project-statements.ts'
import { number, query, queryAs, type RawRow, text } from '../db/rows.ts'
import { raw, sql } from '../db/sql.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import {
  createFirestoreClient,
  type FirestoreFields,
  type FirestoreValue,
  idFrom,
} from '../outbox/channels/firestore-client.ts'
import { isSent, type Message } from '../outbox/message.ts'
import { messageFrom } from '../outbox/message-statements.ts'
import { startFirestore, type TestFirestore } from '../testing/firestore.ts'
import { sharePostgres } from '../testing/postgres.ts'
import { command } from '../testing/run-cli.ts'
import { importFirestore, requireImport } from './import-firestore.ts'
import { OPERATOR, releaseProject } from './release-project.ts'

/** The webhook of WEBHOOK_URL. */
const ENV = 'webhook:env'
const CLOCK = new Date('2026-11-16T15:00:00.000Z')
const WEBHOOK = { address: 'https://crm.example/hooks', secrets: ['whsec_c2VjcmV0'] }
const clock = () => CLOCK

const [postgres, firestore] = [await sharePostgres(), await startFirestore()]
after(async () => {
  if (typeof postgres !== 'string') await postgres.close()
  if (typeof firestore !== 'string') await firestore.close()
})

/** Each opens an empty database, or is the reason why it cannot. */
const engines: Record<string, ((t: TestContext) => Promise<OpenDatabase>) | string> = {
  SQLite: async (t) => openSqlite(join(await temporaryDirectory(t), 'projects.db'), { clock }),
  PostgreSQL:
    typeof postgres === 'string'
      ? postgres
      : async () => openPostgres(await postgres.newDatabase(), { clock }),
}

/** The store of the last version that had one in Firestore: sent, due, leased, held, dead and suspicious emails. */
const { documents }: { readonly documents: readonly StoredDocument[] } = JSON.parse(
  await readFile(join(import.meta.dirname, '../db/fixtures/two-outboxes.firestore.json'), 'utf8'),
)
const stored = { projects: rowsIn('projects'), deliveries: rowsIn('deliveries'), outbox: rowsIn('outbox') }

for (const [engine, open] of Object.entries(engines)) {
  const reason = [open, firestore].find((one) => typeof one === 'string')
  describe(`an import from Firestore to ${engine}`, { skip: reason ?? false }, () => {
    if (typeof open === 'string' || typeof firestore === 'string') return

    const setUp = async (t: TestContext, copies: readonly string[] = []) => {
      const db = await open(t)
      t.after(() => db.close())
      const { projectId, client } = await newFirestore(firestore, withCopies(copies))
      const services = { db, client, webhook: WEBHOOK }
      const run = (changes: Partial<typeof services> | { readonly webhook: null } = {}) =>
        importFirestore(projectId, { ...services, ...changes })
      return { db, client, projectId, run }
    }

    it('stores every project and message in its state', async (t) => {
      const { db, run } = await setUp(t)
      const counts = {
        projects: stored.projects.length,
        skipped: 0,
        messages: stored.outbox.length,
        leftBehind: 0,
      }
      assert.deepEqual(await run(), counts)
      assert.deepEqual(
        (await db.all(queryAs(sql`select * from projects`, projectFrom))).toSorted(byId),
        stored.projects.map(projectOf).toSorted(byId),
      )
      const messages = await messagesIn(db)
      const document = (project: { readonly id: string }) =>
        messages.find(({ projectId, channel }) => projectId === project.id && channel === 'document')
      for (const project of stored.projects.map(projectOf)) {
        const found = document(project)
        assert.ok(found && isSent(found) && found.sentRevision === project.revision, project.id)
      }
      // An email gets a random id.
      const emails = messages.filter(({ channel }) => channel === 'specialist')
      assert.deepEqual(
        emails.map((message) => ({ ...message, id: message.projectId })).toSorted(byId),
        stored.deliveries
          .filter(({ suspicion }) => suspicion === '')
          .map(emailOf)
          .toSorted(byId),
      )
      assert.deepEqual(
        messages.filter(({ channel }) => channel === ENV).toSorted(byId),
        stored.outbox
          .map(({ id, ...row }) => messageFrom({ ...row, messageId: id, sentRevision: 0, sentAt: null }))
          .toSorted(byId),
      )
    })

    it('puts every project into the inbox, the search and the export, without alerts', async (t) => {
      const { db, run } = await setUp(t)
      await run()
      const inbox = sql`select project_id, overdue_alert_sent from desk_projects order by project_id`
      assert.deepEqual(
        await db.all(query(inbox, { project_id: text, overdue_alert_sent: number })),
        stored.projects
          .map(({ id }) => ({ project_id: id, overdue_alert_sent: 1 }))
          .toSorted((a, b) => (String(a.project_id) < String(b.project_id) ? -1 : 1)),
      )
      const words = raw(
        engine === 'SQLite'
          ? `select p.project_id from desk_search s join desk_projects p on p.seq = s.rowid where desk_search match 'oldtown'`
          : `select project_id from desk_projects where words @@ to_tsquery('simple', 'oldtown')`,
      )
      assert.deepEqual(await db.all(query(words, { project_id: text })), [
        { project_id: 'revised-while-sending_' },
      ])
      if (engine !== 'SQLite') return
      const order = query(sql`select "createdAt" as at from projects order by rowid`, { at: text })
      const times = (await db.all(order)).map(({ at }) => at)
      assert.deepEqual(times, times.toSorted())
    })

    // What follows has no statements of its own.
    if (engine !== 'SQLite') return

    it('changes nothing the second time, neither what has been changed nor what was sent or erased since', async (t) => {
      const { db, run } = await setUp(t)
      await run()
      await write(db, sql`update projects set city = 'Elsewhere'`)
      const imported = await contentOf(db)
      const nothing = { projects: 0, skipped: stored.projects.length, messages: 0, leftBehind: 0 }
      assert.deepEqual(await run(), nothing)
      assert.deepEqual(await contentOf(db), imported)

      const erased = 'due-later_____________'
      await write(
        db,
        sql`delete from projects where id = ${erased}`,
        sql`delete from messages where channel = ${ENV} or project_id = ${erased}`,
        sql`insert into desk_erased (hash, at) values (${erasedHash(erased)}, '')`,
      )
      const after = await contentOf(db)
      assert.deepEqual(await run(), nothing)
      assert.deepEqual(await contentOf(db), after)
    })

    it('goes on where it was interrupted', async (t) => {
      const more = Array.from({ length: 110 }, (_, index) => `more-${index}`.padEnd(22, '_'))
      const { db, projectId, client, run } = await setUp(t, more)
      let batches = 0
      const getAll: typeof client.getAll = async (...batch) => {
        batches += 1
        if (batches > 1) throw new Error('Interrupted')
        return client.getAll(...batch)
      }
      await assert.rejects(run({ client: { ...client, getAll } }), /Interrupted/)
      assert.match(String(await refuse(db, client, projectId)), /npm run import/)
      const first = (await contentOf(db)).projects.length
      assert.equal(first, 100)
      const second = await run()
      assert.deepEqual(
        [second.projects, second.skipped],
        [stored.projects.length + more.length - first, first],
      )

      // A process that ends before its last transaction has stored everything else.
      await write(db, sql`delete from desk_settings`, sql`update desk_webhooks set is_on = 0`)
      const complete = await contentOf(db)
      await run()
      assert.deepEqual((await contentOf(db)).messages, complete.messages)
      assert.equal(
        complete.messages.length,
        2 * (stored.projects.length + more.length) -
          stored.deliveries.filter(({ suspicion }) => suspicion !== '').length +
          stored.outbox.length,
      )
    })

    it('leaves webhook messages in Firestore until the settings name the webhook', async (t) => {
      const { db, run } = await setUp(t)
      const webhooks = query(sql`select id, address, secret, is_on from desk_webhooks`, {
        id: text,
        address: text,
        secret: text,
        is_on: number,
      })
      assert.equal((await run({ webhook: null })).leftBehind, stored.outbox.length)
      assert.deepEqual(await db.all(webhooks), [])
      assert.equal((await run()).messages, stored.outbox.length)
      const [address, secret] = [WEBHOOK.address, WEBHOOK.secrets[0]]
      assert.deepEqual(await db.all(webhooks), [{ id: 'env', address, secret, is_on: 1 }])
      assert.equal((await run({ webhook: null })).leftBehind, 0)
    })

    it('a suspicious project whose document exists is released with one message for each channel', async (t) => {
      const { db, run } = await setUp(t)
      await run()
      const id = 'suspicious-revised____'
      const settings = {
        db,
        latestChannels: ['document', 'specialist'] as const,
        settings: () => ({ homeownerCopy: false }),
      }
      assert.equal(await releaseProject(id, OPERATOR, settings), true)
      const messages = (await messagesIn(db)).filter(({ projectId }) => projectId === id)
      assert.deepEqual(
        messages.map(({ channel, sentRevision, nextAttemptAt }) => [channel, sentRevision, nextAttemptAt]),
        [
          ['document', 2, CLOCK],
          ['specialist', 0, CLOCK],
          [ENV, 0, CLOCK],
        ],
      )
    })

    it('a server starts beside Firestore only after the import, or if there is nothing to import', async (t) => {
      const { db, client, projectId, run } = await setUp(t)
      assert.match(
        String(await refuse(db, client, projectId)),
        new RegExp(`npm run import -- firestore://${projectId}$`),
      )
      await run()
      assert.equal(await requireImport(db, client, projectId), null)

      const empty = await newFirestore(firestore, [])
      assert.equal(await requireImport(db, empty.client, empty.projectId), null)
      const offline = createFirestoreClient({ projectId: empty.projectId, emulatorHost: '127.0.0.1:1' })
      assert.equal(await requireImport(db, offline, empty.projectId), null)
      assert.match(String(await requireImport(db, offline, projectId)), /^Could not check/)
    })
  })
}

describe('npm run import', { skip: typeof firestore === 'string' ? firestore : false }, () => {
  if (typeof firestore === 'string') return

  it('says what it imported, what stayed in Firestore, and what to do next', async (t) => {
    const run = command('import', await temporaryDirectory(t))
    const { projectId } = await newFirestore(firestore, documents)
    const env = { FIRESTORE_EMULATOR_HOST: firestore.host }
    const url = `firestore://${projectId}`
    assert.equal(
      await run([url], env),
      `Imported ${stored.projects.length} projects and 0 webhook messages from ${url} to the new file data/projects.db.
${stored.outbox.length} webhook messages remained in Firestore. To include them, set WEBHOOK_URL and WEBHOOK_SECRET as before, and run this command again.
Start the server with FIRESTORE_PROJECT=${projectId}. Never start an earlier version with ${url} again: it would send due
emails a second time.
`,
    )
    assert.match(
      await run([url], env),
      /^Imported 0 projects .*\nSkipped 17 projects that had been imported or erased before\./,
    )
  })

  it('refuses another address, and a document database where these documents are not', async (t) => {
    const run = command('import', await temporaryDirectory(t))
    for (const args of [[], ['sqlite:data/projects.db'], ['firestore://'], ['firestore://a', 'b']])
      assert.match(await run(args), /^failed: import requires .*\nUsage: npm run import/s, args.join(' '))
    assert.match(
      await run(['firestore://a'], { FIRESTORE_PROJECT: 'b' }),
      /^failed: FIRESTORE_PROJECT must be a,/,
    )
  })
})

async function temporaryDirectory(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'kitchen-guide-import-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  return directory
}

interface StoredDocument {
  readonly name: string
  readonly fields: FirestoreFields
}

type Row = RawRow & { readonly id: string }

/** The documents of a collection as rows. */
function rowsIn(collection: string): readonly Row[] {
  return documents
    .filter(({ name }) => name.includes(`/${collection}/`))
    .map(({ name, fields }) => ({ id: idFrom(name), ...valuesOf(fields) }))
}

/** Each value in Firestore's JSON has its type as the only name. */
function valuesOf(fields: FirestoreFields = {}): Record<string, unknown> {
  const plain = (value: FirestoreValue) =>
    'mapValue' in value ? valuesOf(value.mapValue.fields) : Object.values(value)[0]
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]))
}

function projectOf({ source, ...row }: Row) {
  const { revision, unknown, suspicion } =
    stored.deliveries.find(({ id }) => id === row.id) ?? assert.fail(row.id)
  const sinceThen = { sentEarly: 0, isTest: 0, updateLeavesAt: null, writeKeyHash: '', priceList: '' }
  const kept = { revision, extraAnswers: unknown, suspicion }
  return projectFrom({ ...noAnswers, ...noSource, ...Object(source), ...row, ...kept, ...sinceThen })
}

const emailOf = ({ id, changed, sentRevision, ...row }: Row) =>
  messageFrom({
    ...row,
    messageId: id,
    channel: 'specialist',
    projectId: id,
    event: sentRevision === '0' ? 'project.created' : 'project.updated',
    detail: JSON.stringify({ changed }),
    sentRevision,
  })

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

/** The documents of the fixture, and copies of one project under these ids. */
function withCopies(copies: readonly string[]): readonly StoredDocument[] {
  const original = /(?<=\/(projects|deliveries)\/)due-now_+$/
  const found = documents.filter(({ name }) => original.test(name))
  const copied = copies.flatMap((id) =>
    found.map((one) => ({ ...one, name: one.name.replace(original, id) })),
  )
  return [...documents, ...copied]
}

/** A project of the emulator with these documents. */
async function newFirestore({ host }: TestFirestore, documents: readonly StoredDocument[]) {
  const projectId = `guide-${randomUUID().slice(0, 8)}`
  const client = createFirestoreClient({ projectId, emulatorHost: host })
  const place = client.nameOf('', '').slice(0, -2)
  const writes = documents.map(({ name, fields }) => ({
    update: { name: name.replace(/^.*\/documents(?=\/)/, place), fields },
  }))
  const response = await fetch(`http://${host}/v1/${place}:commit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ writes }),
  })
  assert.equal(response.status, 200)
  return { projectId, client }
}

const write = (db: OpenDatabase, ...statements: ReturnType<typeof sql>[]) =>
  db.transact('test', [], () => ({ result: null, write: statements }))

const messagesIn = (db: OpenDatabase): Promise<readonly Message[]> =>
  db.all(queryAs(sql`select * from messages order by id`, messageFrom))

async function contentOf(db: OpenDatabase) {
  const rowsOf = (table: string, key: string) =>
    db.all(queryAs(raw(`select * from ${table} order by ${key}`), (row) => ({ ...row })))
  return {
    projects: await rowsOf('projects', 'id'),
    inbox: await rowsOf('desk_projects', 'seq'),
    messages: await rowsOf('messages', 'id'),
    events: await rowsOf('desk_events', 'id'),
    webhooks: await rowsOf('desk_webhooks', 'id'),
    settings: await rowsOf('desk_settings', 'key'),
  }
}

const refuse = (...args: Parameters<typeof requireImport>) =>
  requireImport(...args).catch((error: unknown) => Object(error).message)
