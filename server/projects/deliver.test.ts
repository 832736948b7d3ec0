import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { LEASE_MS } from '../store/delivery.ts'
import type { ProjectStore } from '../store/project-store.ts'
import { sampleId } from '../testing/sample-id.ts'
import { claimedFrom } from '../testing/stores.ts'
import { allOf, tameMailer, testApp } from '../testing/test-app.ts'
import { deliver } from './deliver.ts'

const claimed = async (store: ProjectStore) =>
  claimedFrom(await store.save({ id: sampleId(), answers: sampleAnswers(), unknown: {} }))

it('a mail service that asks for patience is given it', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new MailRefusal('later', { permanent: false, retryAfterMs: 300_000 })
  })
  const { services, lines } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'failed')
  assert.ok(lines.some((line) => line.includes('An e-mail was not sent') && line.includes('later')))
  const [unsent] = await allOf(services.store.unsent())
  assert.ok((unsent?.nextAttemptAt?.getTime() ?? 0) - Date.now() > 290_000)
})

it('a mail service that is down is tried again soon, and neither sentAlerts anybody nor has the e-mail given up', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new Error('down')
  })
  const { services, lines, sentAlerts } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'failed')
  const [unsent] = await allOf(services.store.unsent())
  assert.ok((unsent?.nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now() < 2000)
  assert.deepEqual(sentAlerts, [])
  assert.ok(!lines.some((line) => line.includes('given up')))
})

it('a mail server that quotes the subject puts no name into the log, the alerts or the store', async (t) => {
  const answers = sampleAnswers()
  const { mailer } = tameMailer(async () => {
    throw new MailRefusal(`554 blocked: ${answers.firstName} ${answers.lastName}, ${answers.city}`, {
      permanent: true,
    })
  })
  const { services, lines, sentAlerts } = await testApp(t, { mailer })
  await deliver(await claimed(services.store), services)
  const [unsent] = await allOf(services.store.unsent())
  assert.equal(unsent?.lastError, '554 blocked: [name] [name], [name]')
  assert.deepEqual(sentAlerts, ['mail refused'])
  for (const word of [answers.firstName, answers.lastName, answers.city])
    assert.ok(!lines.some((line) => line.includes(word)), word)
})

it('nor does one that quotes a piece of it, in letters of its own', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new MailRefusal('554 blocked: MAJOR PROJECT, JANE HOMEOW', {
      permanent: true,
      redacted: 'SMTP 554',
    })
  })
  const { services, lines } = await testApp(t, { mailer })
  const told: string[] = []
  const alerts = { send: (_subject: string, text: string) => void told.push(text) }
  await deliver(await claimed(services.store), { ...services, alerts })
  const [unsent] = await allOf(services.store.unsent())
  assert.equal(unsent?.lastError, '554 blocked: MAJOR PROJECT, JANE HOMEOW')
  const said = [...lines, ...told].join('')
  assert.match(said, /"reason":"SMTP 554".*\(npm run deliveries\): SMTP 554/s)
  assert.doesNotMatch(said, /JANE|HOMEOW/)
})

it('nor does one that quotes it when it takes the e-mail; the id under which it has it is told', async (t) => {
  const { firstName, lastName, city } = sampleAnswers()
  const { mailer } = tameMailer()
  const text = `250 Taken: ${firstName} ${lastName.toUpperCase()}, ${city} queued as 4F2B1C`
  mailer.sendProject = async () => ({ response: text, rejections: [] })
  const { services, lines } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'sent')
  assert.ok(
    lines.some((line) => line.includes('"answer":"250 4F2B1C"')),
    lines.join(''),
  )
})

it('an e-mail is of the revision that was taken, and of when that was saved', async (t) => {
  const { mailer, sent } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  const queuedAt = new Date('2026-11-15T12:00:00Z')
  const edit = { revision: 3, sentRevision: 1, queuedAt, unknown: '{"island":"yes"}', changed: 'city island' }
  const delivery = { ...one.delivery, ...edit }
  await deliver({ ...one, delivery }, services)
  await deliver({ ...one, delivery: { ...delivery, sentRevision: 0, changed: '' } }, services)
  const said = { unknown: { island: 'yes' }, changed: ['city', 'island'] }
  const mail = { project: one.project, revision: 3, revisedAt: queuedAt, ...said }
  assert.deepEqual(sent, [
    { ...mail, isUpdate: true },
    { ...mail, isUpdate: false, changed: [] },
  ])
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
  const one = await claimed(services.store)
  assert.equal(await deliver(one, services), 'sent')
  assert.equal((await services.store.claim(one.project.id)).kind, 'sent')
  assert.equal(sent.length, 1)
})

it('a note that the store does not keep is tried now and then, until the lease has ended', async (t) => {
  const { mailer } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  let notes = 0
  services.store.markSent = async () => {
    if (++notes > 100) return true
    throw new Error('offline')
  }
  const { now } = performance
  let later = 0
  t.mock.method(performance, 'now', () => now.call(performance) + later)
  const outcome = deliver(one, services)
  outcome.catch(() => {})
  await pause(600)
  assert.ok(notes > 1 && notes < 10, `${notes} notes`)
  later = LEASE_MS
  await assert.rejects(outcome, /offline/)
})

it('an e-mail that is given up is logged as that', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new Error('down')
  })
  const { services, lines } = await testApp(t, { mailer })
  services.store.markFailed = async ({ delivery }) => ({ ...delivery, deadAt: new Date() })
  await deliver(await claimed(services.store), services)
  assert.ok(lines.some((line) => line.includes('given up')))
})

it('a mailer that says nothing is told to stop, and the attempt has failed before the lease ends', async (t) => {
  let told: AbortSignal | undefined
  const { mailer } = tameMailer()
  mailer.sendProject = (_mail, signal) => {
    told = signal
    return new Promise(() => {})
  }
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const outcome = deliver(one, services)
  t.mock.timers.tick(28_999)
  assert.equal(told?.aborted, false)
  t.mock.timers.tick(1)
  assert.equal(told.aborted, true)
  t.mock.timers.tick(1000)
  assert.equal(await outcome, 'failed')
})

it('whoever has lost the delivery says so, however the attempt went', async (t) => {
  const { mailer } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const lost = { ...(await claimed(services.store)), token: 'given to nobody' }
  assert.equal(await deliver(lost, services), 'lost')
  mailer.send = async () => {
    throw new Error('down')
  }
  assert.equal(await deliver(lost, services), 'lost')
  assert.equal((await services.store.claim(lost.project.id)).kind, 'busy')
})

it('recipients that the mail server refuses are told, and nothing where it refuses none', async (t) => {
  const { mailer } = tameMailer()
  const { services, sentAlerts, lines } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'sent')
  assert.deepEqual(sentAlerts, [])
  mailer.sendProject = async () => ({
    response: '250 taken for grace7@x.example as 4F2B',
    rejections: ['550 <ada@x.example> unknown', '552 full'],
  })
  const told: string[] = []
  const alerts = { ...services.alerts, send: (about: string, words: string) => void told.push(about, words) }
  assert.equal(await deliver(await claimed(services.store), { ...services, alerts }), 'sent')
  assert.deepEqual(told, [
    'recipient refused',
    'The mail server refuses 2 of our recipients (MAIL_TO): 550 <[address]> unknown; 552 full',
  ])
  mailer.sendProject = async () => ({ response: '250 taken', rejections: ['552 full'] })
  assert.equal(await deliver(await claimed(services.store), services), 'sent')
  assert.deepEqual(sentAlerts, ['recipient refused'])
  assert.ok(lines.some((line) => line.includes('"answer":"250 4F2B"')))
})
