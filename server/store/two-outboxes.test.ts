import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { Project } from '../../questionnaire/project.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sourceText } from '../../questionnaire/source.ts'
import { indexAndQueueCopy } from '../desk/briefs/briefs.ts'
import { startFirestore } from '../testing/firestore.ts'
import { executeSql, startPostgres } from '../testing/postgres.ts'
import { submission } from '../testing/stores.ts'
import { allOf, temporaryDirectory, testApp } from '../testing/test-app.ts'
import { createProjectStore } from './create-project-store.ts'
import { type Attempts, type Delivery, deliveryState, extraAnswersFrom, isLeased } from './delivery.ts'
import type { Driver, StoredProject } from './driver.ts'
import { openFirestore } from './firestore/open-firestore.ts'
import { openPostgres } from './postgres/open-postgres.ts'
import {
  CLOCK,
  CRM,
  deliveries,
  ENV,
  erasedIds,
  firestoreMessages,
  SHEET,
  sqlMessages,
} from './sql/fixtures/two-outboxes.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

const FIXTURES = join(import.meta.dirname, 'sql', 'fixtures')
const options = { indexStatements: indexAndQueueCopy, clock: () => CLOCK }

const [postgres, firestore] = [await startPostgres(), await startFirestore()]
after(async () => {
  if (typeof postgres !== 'string') await postgres.close()
  if (typeof firestore !== 'string') await firestore.close()
})

/** Each opens a copy of its fixture, or is the reason why it cannot. */
const engines: Record<string, ((t: TestContext) => Promise<Driver>) | string> = {
  SQLite: async (t) => {
    const path = join(await temporaryDirectory(t), 'projects.db')
    await writeFile(path, gunzipSync(await readFile(join(FIXTURES, 'two-outboxes.db.gz'))))
    return openSqlite(path, options)
  },
  PostgreSQL:
    typeof postgres === 'string'
      ? postgres
      : async () => {
          const url = await postgres.newDatabase()
          await executeSql(url, String(gunzipSync(await readFile(join(FIXTURES, 'two-outboxes.sql.gz')))))
          return openPostgres(url, options)
        },
  Firestore:
    typeof firestore === 'string'
      ? firestore
      : async () => {
          const place = { projectId: `guide-${randomUUID().slice(0, 8)}`, emulatorHost: firestore.host }
          await loadDocuments(place)
          return openFirestore(place, { clock: options.clock, channels: [ENV] })
        },
}

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1)

const NO_ATTEMPTS = { isLeased: false, nextAttemptAt: undefined, deadAt: undefined, lastError: '' }

for (const [engine, open] of Object.entries(engines)) {
  const skip = typeof open === 'string' ? open : false
  describe(`a database of the version with two outboxes in ${engine}`, { skip }, () => {
    if (typeof open === 'string') return
    const isFirestore = engine === 'Firestore'
    const left = isFirestore ? 'sql' : 'firestore'
    const listed = deliveries.filter(({ only }) => only !== left).toSorted(byId)
    const messages = isFirestore ? firestoreMessages : sqlMessages

    it('has every project and message in the state of the list', async (t) => {
      const driver = await open(t)
      const store = createProjectStore(driver)
      t.after(() => store.close())

      const stored = await Promise.all(
        (await allOf(store.projects())).map(({ id }) =>
          driver.change(id, (found) => ({ result: found.stored })),
        ),
      )
      assert.deepEqual(stored.map(describeProject).toSorted(byId), listed.map(withDefaults))

      const unsent = await allOf(store.outbox.unsent())
      const described = unsent.map((message, place) => {
        const { id, projectId, channel, event, detailJson, deadAt } = message
        const isAfter = unsent
          .slice(0, place)
          .some((other) => other.projectId === projectId && other.channel === channel && !other.deadAt)
        const state = deadAt ? 'dead' : isAfter ? 'waiting' : 'due'
        const detail = JSON.parse(detailJson)
        return { id, projectId, channel, event, state, detail, ...describeAttempts(message) }
      })
      assert.deepEqual(
        described.toSorted(byId),
        messages.map((message) => ({ ...NO_ATTEMPTS, detail: {}, ...message })).toSorted(byId),
      )
    })

    it('at the time of the list, only what is due and not leased is claimed', async (t) => {
      const store = createProjectStore(await open(t))
      t.after(() => store.close())
      const isDueNow = ({ nextAttemptAt = 1 }) => nextAttemptAt <= 0
      assert.deepEqual(
        (await store.claimDue(100)).map(({ project }) => project.id).toSorted(),
        listed.filter(isDueNow).map(({ id }) => id),
      )

      const claimed = []
      for (const channel of await store.outbox.dueChannels())
        claimed.push(...(await store.outbox.claimDue(channel, 100)))
      assert.deepEqual(
        claimed.map(({ message }) => message.id).toSorted(),
        messages
          .filter((message) => isDueNow(message) && message.state === 'due' && message.channel !== SHEET)
          .map(({ id }) => id)
          .toSorted(),
      )
    })

    if (isFirestore) return

    it('has its people, webhooks, inbox, history, briefs and marks of erased projects', async (t) => {
      const { services } = await testApp(t, { driver: await open(t) })
      const { desk, store } = services
      assert.ok(desk)
      assert.deepEqual(
        (await desk.people.list()).map(({ name, role, password }) => [name, role, password !== '']),
        [
          ['Ada', 'owner', true],
          ['Grace', 'specialist', true],
          ['Robin', 'specialist', false],
        ],
      )
      assert.deepEqual(
        (await desk.webhooks.list()).map(({ id, address, isOn, waiting, attempts }) => [
          `webhook:${id}`,
          address,
          isOn,
          waiting,
          attempts.length,
        ]),
        [
          [
            CRM,
            'https://crm.example/hooks',
            true,
            messages.filter(({ channel }) => channel === CRM).length,
            2,
          ],
          [SHEET, 'https://sheet.example/rows', false, 3, 0],
        ],
      )
      const { projects } = await desk.inbox.page({}, CLOCK)
      assert.deepEqual(
        projects.flatMap(({ id, isSample }) => (isSample ? [] : [id])).toSorted(),
        listed.filter(({ state }) => state !== 'suspicious').map(({ id }) => id),
      )
      assert.equal(projects.filter(({ isSample }) => isSample).length, 1)
      const history = async (id: string) =>
        (await desk.projectDetails(id, CLOCK))?.events.map(({ kind }) => kind)
      assert.deepEqual(await history('assigned______________'), [
        'came',
        'note',
        'assigned',
        'contact',
        'status',
        'revised',
        'status',
      ])
      assert.deepEqual(await history('released______________'), ['came', 'released'])
      assert.equal((await desk.suspicious.list()).count, 2)
      for (const { projectId, detail } of messages.filter(({ channel }) => channel === 'homeowner'))
        assert.equal((await desk.briefs.find(detail?.token ?? '', CLOCK))?.id, projectId)
      for (const id of erasedIds) {
        assert.equal(await store.exists(id), false)
        assert.equal(await store.isUnchanged(submission({}, id)), true)
      }
    })
  })
}

const secondsFrom = (time: Date | null) => (time ? (time.getTime() - CLOCK.getTime()) / 1000 : undefined)

const describeAttempts = (attempts: Attempts) => ({
  isLeased: isLeased(attempts, CLOCK),
  attempts: attempts.attempts,
  queuedAt: secondsFrom(attempts.queuedAt),
  nextAttemptAt: secondsFrom(attempts.nextAttemptAt),
  deadAt: secondsFrom(attempts.deadAt),
  lastError: attempts.lastError,
})

function describeProject(stored: StoredProject | null) {
  if (!stored) throw new Error('A project without a delivery')
  const { project, delivery } = stored
  const { revision, sentRevision, sentAt, changed, suspicion } = delivery
  return {
    ...describeAttempts(delivery),
    id: project.id,
    state: stateOf(delivery),
    revision,
    sentRevision,
    sentAt: secondsFrom(sentAt),
    changed,
    suspicion,
    answers: changedAnswers(project),
    source: sourceText(project.source),
    extraAnswers: extraAnswersFrom(delivery),
  }
}

function stateOf(delivery: Delivery) {
  const state = deliveryState(delivery)
  return state === 'dead' && delivery.lastError === 'held by the operator' ? 'held' : state
}

const changedAnswers = ({ id, answers }: Project) => {
  const usual = sampleAnswers({ email: `${id.replaceAll('_', '')}@example.com` })
  return Object.fromEntries(
    Object.entries(answers).filter(([name, answer]) => usual[name as keyof typeof usual] !== answer),
  )
}

function withDefaults({ only: _, ...delivery }: (typeof deliveries)[number]) {
  return {
    ...NO_ATTEMPTS,
    revision: 1,
    sentRevision: 0,
    sentAt: undefined,
    changed: '',
    suspicion: '',
    answers: {},
    source: '',
    extraAnswers: {},
    ...delivery,
  }
}

interface Place {
  readonly projectId: string
  readonly emulatorHost: string
}

/** Loads the documents of the fixture into a project of the emulator. */
async function loadDocuments({ projectId, emulatorHost }: Place) {
  const place = `projects/${projectId}/databases/(default)/documents`
  const { documents }: { readonly documents: readonly { readonly name: string; readonly fields: object }[] } =
    JSON.parse(await readFile(join(FIXTURES, 'two-outboxes.firestore.json'), 'utf8'))
  const writes = documents.map(({ name, fields }) => ({
    update: { name: name.replace(/^.*\/documents(?=\/)/, place), fields },
  }))
  const response = await fetch(`http://${emulatorHost}/v1/${place}:commit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ writes }),
  })
  assert.equal(response.status, 200)
}
