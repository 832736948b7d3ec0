import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fieldNames } from '../../questionnaire/fields.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { readEmail } from '../testing/read-email.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { claimedFrom } from '../testing/stores.ts'
import { tameMailer, testApp } from '../testing/test-app.ts'
import { submitProject } from './submit-project.ts'

it('a project is saved with every answer and e-mailed once', async (t) => {
  const { put, projects, emails, sentAlerts } = await testApp(t)
  const id = sampleId()
  const answers = sampleAnswers()
  const answer = await put(id, answers)
  assert.equal(answer.statusCode, 201)
  assert.deepEqual(answer.json(), {})
  assert.equal(answer.headers['cache-control'], 'no-store')
  const [project, ...others] = await projects()
  assert.equal(others.length, 0)
  assert.equal(project?.id, id)
  for (const name of fieldNames) assert.equal(project.answers[name], answers[name])
  assert.ok(Math.abs(project.createdAt.getTime() - Date.now()) < 5000)
  assert.equal((await emails()).length, 1)
  assert.deepEqual(sentAlerts, [])
})

it('a visitor can retry after the mail service failed, permanently or not', async (t) => {
  const { mailer, sent } = tameMailer()
  const { put, projects, sentAlerts } = await testApp(t, { mailer })
  const id = sampleId()
  mailer.send = async () => {
    throw new Error('down')
  }
  assert.equal((await put(id, sampleAnswers())).statusCode, 502)
  mailer.send = async () => {
    throw new MailRefusal('550 no', { permanent: true })
  }
  assert.equal((await put(id, sampleAnswers())).statusCode, 502)
  assert.deepEqual(sentAlerts, ['mail refused'])
  mailer.send = async () => {}
  assert.equal((await put(id, sampleAnswers())).statusCode, 201)
  assert.equal((await put(id, sampleAnswers())).statusCode, 200)
  assert.equal(sent.length, 1)
  assert.equal((await projects()).length, 1)
})

it('edited answers replace the record, keep createdAt and send one Updated e-mail', async (t) => {
  const { put, projects, emails } = await testApp(t)
  const id = sampleId()
  await put(id, sampleAnswers())
  const [first] = await projects()
  await pause(5)
  assert.equal((await put(id, sampleAnswers({ lastName: 'Newname' }))).statusCode, 201)
  assert.equal((await put(id, sampleAnswers({ lastName: 'Newname' }))).statusCode, 200)
  const [edited, ...others] = await projects()
  assert.equal(others.length, 0)
  assert.equal(edited?.answers.lastName, 'Newname')
  assert.deepEqual(edited.createdAt, first?.createdAt)
  const subjects = (await emails()).map((email) => readEmail(email).headers.get('subject') ?? '')
  assert.equal(subjects.length, 2)
  assert.equal(subjects.filter((subject) => subject.includes('Updated')).length, 1)
})

it('an edit before the first e-mail was sent is not called an update', async (t) => {
  const { mailer, sent } = tameMailer(async () => {
    throw new Error('down')
  })
  const { put } = await testApp(t, { mailer })
  const id = sampleId()
  await put(id, sampleAnswers())
  mailer.send = async () => {}
  assert.equal((await put(id, sampleAnswers({ lastName: 'Newname' }))).statusCode, 201)
  assert.deepEqual(
    sent.map(({ isUpdate, revision, project }) => [isUpdate, revision, project.answers.lastName]),
    [[false, 2, 'Newname']],
  )
})

it('fifty identical submissions at once make one record and one e-mail', async (t) => {
  const { mailer, sent } = tameMailer(() => pause(30))
  const { put, projects } = await testApp(t, { mailer })
  const id = sampleId()
  const answers = await Promise.all(Array.from({ length: 50 }, () => put(id, sampleAnswers())))
  assert.ok(answers.every(({ statusCode }) => statusCode === 201))
  assert.equal((await projects()).length, 1)
  assert.equal(sent.length, 1)
})

it('a double click gets the result of the first click, even if it is a failure', async (t) => {
  let attempts = 0
  const { mailer } = tameMailer(async () => {
    attempts += 1
    await pause(30)
    throw new Error('down')
  })
  const { put } = await testApp(t, { mailer })
  const id = sampleId()
  const answers = await Promise.all([put(id, sampleAnswers()), put(id, sampleAnswers())])
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [502, 502],
  )
  assert.equal(attempts, 1)
})

it('an edit is saved while the first e-mail is being sent, and e-mailed after it', async (t) => {
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

it('while another server is sending the e-mail, a retry waits and polls the store', async (t) => {
  const { mailer } = tameMailer()
  const { services, put } = await testApp(t, { mailer })
  const id = sampleId()
  const first = claimedFrom(await services.store.save({ id, answers: sampleAnswers(), extraAnswers: {} }))
  const { claim } = services.store
  let polls = 0
  services.store.claim = (one) => {
    polls += 1
    return claim(one)
  }
  const answer = put(id, sampleAnswers())
  await pause(600)
  assert.ok(polls > 1 && polls < 10, `${polls} polls`)
  await services.store.markSent(first)
  assert.equal((await answer).statusCode, 200)
})

it('a submission that loses its delivery to another server waits for the outcome there', async (t) => {
  const { services } = await testApp(t, { mailer: tameMailer().mailer })
  const submission = { id: sampleId(), answers: sampleAnswers(), extraAnswers: {} }
  const saved = await services.store.save(submission)
  const claimed = { ...claimedFrom(saved), token: 'outdated' }
  const store = {
    ...services.store,
    save: async () => ({ ...saved, claim: claimed }),
    claim: async () => ({ kind: 'sent' }) as const,
  }
  const submitted = await submitProject(submission, { ...services, store, onCreated() {} })
  assert.deepEqual(submitted, { change: 'created', delivery: 'sent before' })
})

it('a submission past its deadline finishes before the server closes', async (t) => {
  const { mailer, sent } = tameMailer(() => pause(150))
  const { app, put } = await testApp(t, { mailer, requestDeadlineMs: 50 })
  assert.equal((await put(sampleId(), sampleAnswers())).statusCode, 504)
  await app.close()
  assert.equal(sent.length, 1)
})

it('a retry waits for another server for at most twenty seconds', async (t) => {
  const { services, put } = await testApp(t, { requestDeadlineMs: 60_000 })
  const id = sampleId()
  await services.store.save({ id, answers: sampleAnswers(), extraAnswers: {} })
  const now = performance.now.bind(performance)
  let passed = 0
  t.mock.method(performance, 'now', () => now() + passed)
  const claim = t.mock.method(services.store, 'claim')
  const answer = put(id, sampleAnswers())
  await eventually(async () => claim.mock.callCount() > 0)
  passed = 19_000
  await eventually(async () => claim.mock.callCount() > 3)
  passed = 20_000
  assert.equal((await answer).statusCode, 502)
})

it('a failing store is answered with 503 and without the reason', async (t) => {
  const { services, put, sentAlerts } = await testApp(t)
  await services.store.close()
  services.store.save = async () => {
    throw new Error('disk is full at /secret/path')
  }
  const answer = await put(sampleId(), sampleAnswers())
  assert.equal(answer.statusCode, 503)
  assert.equal(answer.json().message, 'Something went wrong. Try again later.')
  assert.ok(!answer.body.includes('secret'))
  assert.deepEqual(sentAlerts, ['store'])
})
