import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { LEASE_MS } from '../store/delivery.ts'
import type { ProjectStore } from '../store/project-store.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { claimedFrom } from '../testing/stores.ts'
import { allOf, tameMailer, testApp } from '../testing/test-app.ts'
import { deliver } from './deliver.ts'

const claimed = async (store: ProjectStore) =>
  claimedFrom(await store.save({ id: sampleId(), answers: sampleAnswers(), extraAnswers: {} }))

it('the next attempt waits as long as the mail service asks', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new MailRefusal('later', { permanent: false, retryAfterMs: 300_000 })
  })
  const { services, lines } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'failed')
  assert.ok(lines.some((line) => line.includes('An e-mail was not sent') && line.includes('later')))
  const [unsent] = await allOf(services.store.unsent())
  assert.ok((unsent?.nextAttemptAt?.getTime() ?? 0) - Date.now() > 290_000)
})

it('an e-mail that cannot be built fails like one that cannot be sent', async (t) => {
  const { mailer, sent } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  const unreadable = { ...one, delivery: { ...one.delivery, extraAnswersJson: '{' } }
  assert.equal(await deliver(unreadable, services), 'failed')
  assert.equal(sent.length, 0)
})

it('a temporary failure is retried soon and sends no alert', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new Error('down')
  })
  const { services, sentAlerts } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'failed')
  const [unsent] = await allOf(services.store.unsent())
  assert.ok((unsent?.nextAttemptAt?.getTime() ?? Number.POSITIVE_INFINITY) - Date.now() < 2000)
  assert.deepEqual(sentAlerts, [])
})

it('names that a mail server quotes are removed from the log, the alert and the store', async (t) => {
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

it('the log and the alert contain only the redacted reason, if there is one', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new MailRefusal('554 blocked: MAJOR PROJECT, JANE HOMEOW', {
      permanent: true,
      redacted: 'SMTP 554',
    })
  })
  const { services, lines } = await testApp(t, { mailer })
  const texts: string[] = []
  const alerts = { ...services.alerts, send: (_subject: string, text: string) => void texts.push(text) }
  await deliver(await claimed(services.store), { ...services, alerts })
  const [unsent] = await allOf(services.store.unsent())
  assert.equal(unsent?.lastError, '554 blocked: MAJOR PROJECT, JANE HOMEOW')
  const written = [...lines, ...texts].join('')
  assert.match(written, /"reason":"SMTP 554".*\(npm run deliveries\): SMTP 554/s)
  assert.doesNotMatch(written, /JANE|HOMEOW/)
})

it('the log of a sent e-mail contains the server’s id for it, and no names', async (t) => {
  const { firstName, lastName, city } = sampleAnswers()
  const { mailer } = tameMailer()
  const text = `250 Taken: ${firstName} ${lastName.toUpperCase()}, ${city} queued as 4F2B1C`
  mailer.sendProject = async () => ({ response: text, rejections: [] })
  const { services, lines } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'sent')
  assert.ok(
    lines.some((line) => line.includes('"response":"250 4F2B1C"')),
    lines.join(''),
  )
})

it('the e-mail has the claimed revision and the time it was saved', async (t) => {
  const { mailer, sent } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  const queuedAt = new Date('2026-11-15T12:00:00Z')
  const edit = {
    revision: 3,
    sentRevision: 1,
    queuedAt,
    extraAnswersJson: '{"island":"yes"}',
    changed: 'city island',
  }
  const delivery = { ...one.delivery, ...edit }
  await deliver({ ...one, delivery }, services)
  await deliver({ ...one, delivery: { ...delivery, sentRevision: 0, changed: '' } }, services)
  const edited = { extraAnswers: { island: 'yes' }, changed: ['city', 'island'] }
  const mail = { project: one.project, revision: 3, revisedAt: queuedAt, callSheetUrl: null, ...edited }
  assert.deepEqual(sent, [
    { ...mail, isUpdate: true },
    { ...mail, isUpdate: false, changed: [] },
  ])
})

it('the mail has the address of the call sheet once the desk has a member and SITE_URL is set', async (t) => {
  const addressFor = async (siteUrl: string | null, hasMember: boolean) => {
    const { mailer, sent } = tameMailer()
    const { services } = await testApp(t, { mailer, config: { siteUrl } })
    if (hasMember) await services.desk?.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
    if (hasMember && siteUrl) await eventually(async () => services.deskUrl() !== null)
    const one = await claimed(services.store)
    await deliver(one, services)
    return sent[0]?.callSheetUrl?.replace(one.project.id, 'ID')
  }
  assert.equal(
    await addressFor('https://kitchens.example', true),
    'https://kitchens.example/desk/projects/ID',
  )
  assert.equal(await addressFor('https://kitchens.example', false), undefined)
  assert.equal(await addressFor(null, true), undefined)
})

it('a sent e-mail is recorded even if the store fails for a moment', async (t) => {
  const { mailer, sent } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const { markSent } = services.store
  let attempts = 0
  services.store.markSent = async (one) => {
    if (++attempts === 1) throw new Error('offline')
    return markSent(one)
  }
  const one = await claimed(services.store)
  assert.equal(await deliver(one, services), 'sent')
  assert.equal((await services.store.claim(one.project.id)).kind, 'sent')
  assert.equal(sent.length, 1)
})

it('recording an outcome is retried until the lease ends', async (t) => {
  const { mailer } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  let attempts = 0
  services.store.markSent = async () => {
    if (++attempts > 100) return true
    throw new Error('offline')
  }
  const { now } = performance
  let later = 0
  t.mock.method(performance, 'now', () => now.call(performance) + later)
  const outcome = deliver(one, services)
  outcome.catch(() => {})
  await pause(600)
  assert.ok(attempts > 1 && attempts < 10, `${attempts} attempts`)
  later = LEASE_MS
  await assert.rejects(outcome, /offline/)
})

it('a server that was frozen past its lease tries twice to record the outcome', async (t) => {
  const { services } = await testApp(t, { mailer: tameMailer().mailer })
  const lost = { ...(await claimed(services.store)), token: 'outdated' }
  const { now } = performance
  const { markSent } = services.store
  let attempts = 0
  services.store.markSent = async (one) => {
    if (++attempts > 1) return markSent(one)
    t.mock.method(performance, 'now', () => now.call(performance) + LEASE_MS)
    throw new Error('the connection broke')
  }
  assert.equal(await deliver(lost, services), 'lost')
})

it('a dead delivery is logged as given up', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new Error('down')
  })
  const { services, lines } = await testApp(t, { mailer })
  services.store.markFailed = async ({ delivery }) => ({ ...delivery, deadAt: new Date() })
  await deliver(await claimed(services.store), services)
  assert.ok(lines.some((line) => line.includes('given up')))
})

it('a mailer that hangs is aborted, and the attempt fails before the lease ends', async (t) => {
  let received: AbortSignal | undefined
  const { mailer } = tameMailer()
  mailer.sendProject = (_mail, signal) => {
    received = signal
    return new Promise(() => {})
  }
  const { services } = await testApp(t, { mailer })
  const one = await claimed(services.store)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const outcome = deliver(one, services)
  await turn()
  t.mock.timers.tick(28_999)
  assert.equal(received?.aborted, false)
  t.mock.timers.tick(1)
  assert.equal(received.aborted, true)
  t.mock.timers.tick(1000)
  assert.equal(await outcome, 'failed')
})

it('the outcome is lost if another server has claimed the delivery since', async (t) => {
  const { mailer } = tameMailer()
  const { services } = await testApp(t, { mailer })
  const lost = { ...(await claimed(services.store)), token: 'outdated' }
  assert.equal(await deliver(lost, services), 'lost')
  mailer.send = async () => {
    throw new Error('down')
  }
  assert.equal(await deliver(lost, services), 'lost')
  assert.equal((await services.store.claim(lost.project.id)).kind, 'busy')
})

it('refused recipients send an alert, and the delivery counts as sent', async (t) => {
  const { mailer } = tameMailer()
  const { services, sentAlerts, lines } = await testApp(t, { mailer })
  assert.equal(await deliver(await claimed(services.store), services), 'sent')
  assert.deepEqual(sentAlerts, [])
  mailer.sendProject = async () => ({
    response: '250 taken for grace7@x.example as 4F2B',
    rejections: ['550 <ada@x.example> unknown', '552 full'],
  })
  const texts: string[] = []
  const alerts = { ...services.alerts, send: (_subject: string, text: string) => void texts.push(text) }
  assert.equal(await deliver(await claimed(services.store), { ...services, alerts }), 'sent')
  assert.deepEqual(texts, [
    'The mail server refuses 2 of our recipients (MAIL_TO): 550 <[address]> unknown; 552 full',
  ])
  mailer.sendProject = async () => ({ response: '250 taken', rejections: ['552 full'] })
  assert.equal(await deliver(await claimed(services.store), services), 'sent')
  assert.deepEqual(sentAlerts, ['recipient refused'])
  assert.ok(lines.some((line) => line.includes('"response":"250 4F2B"')))
})
