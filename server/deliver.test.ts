import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sampleAnswers } from '../questionnaire/sample-answers.ts'
import { deliver } from './deliver.ts'
import { MailRefusal } from './mail/mailer.ts'
import type { ProjectStore } from './store/project-store.ts'
import { takenFrom } from './store/test-stores.ts'
import { allOf, tameMailer, testApp } from './test-app.ts'
import { sampleId } from './test-sample-id.ts'

const taken = async (store: ProjectStore) =>
  takenFrom(await store.save({ id: sampleId(), answers: sampleAnswers(), unknown: {} }))

it('a mail service that asks for patience is given it', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new MailRefusal('later', { permanent: false, retryAfterMs: 300_000 })
  })
  const { services } = await testApp(t, { mailer })
  assert.equal(await deliver(await taken(services.store), services), 'failed')
  const [unsent] = await allOf(services.store.unsent())
  assert.ok((unsent?.nextAttemptAt?.getTime() ?? 0) - Date.now() > 290_000)
})

it('that an e-mail was sent is noted, also when the store fails for a moment', async (t) => {
  const { mailer, sent } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const { markSent } = services.store
  let notes = 0
  services.store.markSent = async (one) => {
    if (++notes === 1) throw new Error('offline')
    return markSent(one)
  }
  const one = await taken(services.store)
  assert.equal(await deliver(one, services), 'sent')
  assert.equal((await services.store.take(one.project.id)).kind, 'sent')
  assert.equal(sent.length, 1)
})

it('a mailer that says nothing is told to stop, and the attempt has failed before the lease ends', async (t) => {
  let told: AbortSignal | undefined
  const { mailer } = tameMailer()
  mailer.sendProject = (_mail, signal) => {
    told = signal
    return new Promise(() => {})
  }
  const { services } = await testApp(t, { mailer })
  const one = await taken(services.store)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const outcome = deliver(one, services)
  t.mock.timers.tick(28_999)
  assert.equal(told?.aborted, false)
  t.mock.timers.tick(1)
  assert.equal(told.aborted, true)
  t.mock.timers.tick(1000)
  assert.equal(await outcome, 'failed')
})

it('recipients that the mail server refuses are told', async (t) => {
  const { mailer } = tameMailer()
  mailer.sendProject = async () => ({ text: '250 taken', refused: 1 })
  const { services, alarms } = await testApp(t, { mailer })
  assert.equal(await deliver(await taken(services.store), services), 'sent')
  assert.deepEqual(alarms, ['recipient refused'])
})
