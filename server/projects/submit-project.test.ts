import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { raw } from '../db/sql.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { createQueue } from '../outbox/queue.ts'
import { startHttp } from '../testing/http.ts'
import { claimedFrom, submission } from '../testing/outbox.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { testApp } from '../testing/test-app.ts'
import { saveProject } from './save-project.ts'

/** A server with a document database that accepts every write, unless the test sets another status. */
async function withDocuments(t: TestContext) {
  const documents = { status: 200, written: 0 }
  const origin = await startHttp(t, (request, response) => {
    request.resume()
    if (documents.status === 200) documents.written += 1
    response.writeHead(documents.status).end('{}')
  })
  const { mailer, sent } = tameMailer()
  const firestore = { projectId: 'kitchens', emulatorHost: new URL(origin).host }
  return { ...(await testApp(t, { mailer, config: { firestore } })), mailer, sent, documents }
}

const down = async () => {
  throw new Error('down')
}

it('a document that fails is a failure although the email was sent, and the retry sends the document alone', async (t) => {
  const { put, sent, documents } = await withDocuments(t)
  const id = sampleId()
  documents.status = 503
  assert.equal((await put(id, sampleAnswers())).statusCode, 502)
  assert.equal(sent.length, 1)
  documents.status = 200
  const saved = await put(id, sampleAnswers())
  assert.deepEqual([saved.statusCode, saved.json(), saved.headers['cache-control']], [201, {}, 'no-store'])
  assert.equal((await put(id, sampleAnswers())).statusCode, 200)
  assert.deepEqual([sent.length, documents.written], [1, 1])
})

it('an email that fails, permanently or not, is a failure, and the retry sends the email alone', async (t) => {
  const { put, mailer, sent, documents, sentAlerts, projects } = await withDocuments(t)
  const id = sampleId()
  mailer.send = down
  assert.equal((await put(id, sampleAnswers())).statusCode, 502)
  mailer.send = async () => {
    throw new MailRefusal('550 no', { permanent: true })
  }
  assert.equal((await put(id, sampleAnswers())).statusCode, 502)
  assert.deepEqual(sentAlerts, ['mail refused'])
  mailer.send = async () => {}
  assert.equal((await put(id, sampleAnswers({ lastName: 'Newname' }))).statusCode, 201)
  assert.deepEqual(
    sent.map(({ isUpdate, revision, project }) => [isUpdate, revision, project.answers.lastName]),
    [[false, 2, 'Newname']],
  )
  assert.deepEqual([documents.written, (await projects()).length], [2, 1])
})

it('an update that waits for later ones succeeds once its document is written', async (t) => {
  const { put, sent, documents } = await withDocuments(t)
  const id = sampleId()
  for (const budget of ['little', 'more', 'most'])
    assert.equal((await put(id, sampleAnswers({ budget }))).statusCode, 201)
  assert.deepEqual(
    sent.map(({ isUpdate, project }) => [isUpdate, project.answers.budget]),
    [
      [false, 'little'],
      [true, 'more'],
    ],
  )
  assert.equal(documents.written, 3)
  documents.status = 503
  assert.equal((await put(id, sampleAnswers({ budget: 'all' }))).statusCode, 502)
})

it('fifty identical submissions at once make one record and one email, and share its outcome', async (t) => {
  const { mailer, sent } = tameMailer()
  const { put, projects } = await testApp(t, { mailer })
  let attempts = 0
  for (const [status, outcome] of [
    [201, async () => {}],
    [502, down],
  ] as const) {
    mailer.send = async () => {
      attempts += 1
      await pause(30)
      await outcome()
    }
    const id = sampleId()
    const answers = await Promise.all(Array.from({ length: 50 }, () => put(id, sampleAnswers())))
    assert.ok(answers.every(({ statusCode }) => statusCode === status))
  }
  assert.deepEqual([attempts, sent.length, (await projects()).length], [2, 1, 2])
})

it('an edit is saved while the first email is being sent, and emailed after it', async (t) => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { mailer, sent } = tameMailer(() => gate)
  const { put, projects } = await testApp(t, { mailer })
  const id = sampleId()
  const answers = [put(id, sampleAnswers()), put(id, sampleAnswers({ lastName: 'Newname' }))]
  await eventually(async () => (await projects())[0]?.answers.lastName === 'Newname')
  assert.equal(sent.length, 0)
  open()
  for (const { statusCode } of await Promise.all(answers)) assert.equal(statusCode, 201)
  assert.deepEqual(
    sent.map(({ isUpdate, changed }) => [isUpdate, changed]),
    [
      [false, []],
      [true, ['lastName']],
    ],
  )
})

/** A project whose email another server is sending, and the visitor's retry at this one. */
async function sentElsewhere(t: TestContext, requestDeadlineMs?: number) {
  const { mailer } = tameMailer()
  const { services, put } = await testApp(t, { mailer, ...(requestDeadlineMs ? { requestDeadlineMs } : {}) })
  const one = submission()
  const queue = createQueue(services.db)
  const first = claimedFrom(await saveProject(one, { ...services, queue }))
  const polls = t.mock.method(services.queue, 'claimLatest')
  return { queue, first, answer: put(one.id, one.answers), polls: () => polls.mock.callCount() }
}

it('while another server is sending the email, a retry waits and polls the database', async (t) => {
  const { queue, first, answer, polls } = await sentElsewhere(t)
  await pause(600)
  assert.ok(polls() > 1 && polls() < 10, `${polls()} polls`)
  await queue.markSent(first)
  assert.equal((await answer).statusCode, 200)
})

it('a retry waits for another server for at most fifteen seconds', async (t) => {
  const now = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => now() + passed)
  const { answer, polls } = await sentElsewhere(t, 60_000)
  await eventually(async () => polls() > 0)
  passed = 14_000
  await eventually(async () => polls() > 3)
  passed = 15_000
  assert.equal((await answer).statusCode, 502)
})

it('a submission that loses its lease to another server waits for the outcome there', async (t) => {
  const { mailer, sent } = tameMailer()
  const { services, put } = await testApp(t, { mailer })
  const write = async (set: string) => {
    const update = raw(`update messages set ${set}`)
    await services.db.transact('test', [], () => ({ result: null, write: [update] }))
  }
  mailer.send = () => write("lease_token = 'another server'")
  const polls = t.mock.method(services.queue, 'claimLatest')
  const answer = put(sampleId(), sampleAnswers())
  await eventually(async () => polls.mock.callCount() > 1)
  await write('lease_token = null, next_attempt_at = null, sent_revision = 1')
  assert.equal((await answer).statusCode, 201)
  assert.equal(sent.length, 1)
})

it('a submission past its deadline finishes before the server closes', async (t) => {
  const { mailer, sent } = tameMailer(() => pause(150))
  const { app, put } = await testApp(t, { mailer, requestDeadlineMs: 50 })
  assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 504)
  await app.close()
  assert.equal(sent.length, 1)
})

it('a failing database is answered with 503 and without the reason', async (t) => {
  const { services, put, sentAlerts } = await testApp(t)
  await services.db.close()
  const answer = await put(sampleId(), sampleAnswers())
  assert.equal(answer.statusCode, 503)
  assert.equal(answer.json().message, 'Something went wrong. Try again later.')
  assert.doesNotMatch(answer.body, /closed/)
  assert.deepEqual(sentAlerts, ['store'])
})
