import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { Webhook as Verifier } from 'standardwebhooks'
import { webhookEvents } from '../../desk/webhooks.ts'
import { sentAnswers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import type { Database } from '../db/database.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { testDesk } from '../testing/desk.ts'
import { startReceiver } from '../testing/receiver.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { testApp } from '../testing/test-app.ts'
import { startOutboxLoop } from './loop.ts'
import { createQueue } from './queue.ts'
import { reportStuck } from './report-stuck.ts'

const ADA = 'ada@kitchens.example'

/** The real server with a desk and a running loop. */
async function testOutbox(t: TestContext) {
  const opened = await testDesk(t, { config: { webhookAllowPrivate: true } })
  const { services, desk } = opened
  const loop = startOutboxLoop(services)
  t.after(() => loop.stop())
  return {
    ...opened,
    add: async (address: string) => (await desk.webhooks.add({ address, events: webhookEvents }, ADA)) ?? '',
    unsent: async () => (await Array.fromAsync(services.queue.unsent())).length,
    stop: () => loop.stop(),
  }
}

/** The real server without a loop, and emails that failed once. */
async function testEmails(t: TestContext, count: number) {
  const { mailer, sent } = tameMailer(async () => {
    throw new Error('down')
  })
  const opened = await testDesk(t, { mailer })
  for (let added = 0; added < count; added++) await opened.put(sampleId(), sampleAnswers())
  return { ...opened, mailer, sent }
}

it('every event of a project arrives once and in order, signed, with what is stored', async (t) => {
  const { add, submit, ask, unsent, services, desk } = await testOutbox(t)
  const receiver = await startReceiver(t)
  const secret = await add(receiver.url)
  const id = await submit({ lastName: 'Oak' })
  await submit({ lastName: 'Oak', city: 'Newtown' }, id)
  await eventually(async () => receiver.received.length === 2)
  await ask('POST', `projects/${id}/events`, { kind: 'status', to: 'Lost', reason: 'Budget', version: 2 })
  await eventually(async () => receiver.received.length === 3)
  await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })
  await eventually(async () => receiver.received.length === 4 && (await unsent()) === 0)
  const events = ['project.created', 'project.updated', 'project.status_changed', 'project.erased']
  assert.deepEqual(
    receiver.received.map(({ type, projectId }) => [type, projectId]),
    events.map((event) => [event, id]),
  )
  const [, updated, changed, erased] = receiver.received.map(({ body, headers }) =>
    new Verifier(secret).verify(body, headers),
  ) as { readonly data: Record<string, unknown>; readonly timestamp: string }[]
  assert.deepEqual(updated?.data.answers, sentAnswers(sampleAnswers({ lastName: 'Oak', city: 'Newtown' })))
  assert.deepEqual(changed?.data, { id, status: 'Lost', previousStatus: 'New', lostReason: 'Budget' })
  assert.deepEqual(erased?.data, { id })
  assert.ok(Math.abs(Date.parse(erased?.timestamp ?? '') - Date.now()) < 60_000)
  assert.equal(new Set(receiver.received.map((one) => one.id)).size, 4)
  const [listed] = await desk.webhooks.list()
  assert.deepEqual(
    listed?.attempts.map(({ event, outcome, isSuccess }) => [event, outcome, isSuccess]),
    events.toReversed().map((event) => [event, 'Answered 204', true]),
  )
  assert.match(services.metrics.text({}), /message_attempts_total\{channel="webhook",outcome="sent"\} 4/)
})

it('a receiver that never answers delays no visitor, no email and no other receiver', async (t) => {
  const { add, submit, emails, unsent, stop } = await testOutbox(t)
  const [slow, quick] = [await startReceiver(t), await startReceiver(t)]
  const waiting: ServerResponse[] = []
  slow.answer = (_, response) => void waiting.push(response)
  await add(slow.url)
  await add(quick.url)
  for (let count = 0; count < 10; count++) await submit()
  assert.equal((await emails()).length, 10)
  // Before the first attempt at the slow one ends, after 10 s.
  await eventually(async () => quick.received.length === 10 && (await unsent()) === 10, 8000)
  assert.ok(waiting.length > 0)
  slow.answer = (_, response) => void response.end()
  for (const response of waiting) response.end()
  await stop()
})

it('410 turns a webhook off and says so; what it missed is sent once it is on again', async (t) => {
  const { add, submit, desk, unsent, sentAlerts, ask } = await testOutbox(t)
  const receiver = await startReceiver(t)
  receiver.answer = (_, response) => void response.writeHead(410).end()
  await add(receiver.url)
  await submit()
  await eventually(async () => (await desk.webhooks.list())[0]?.isOn === false)
  await eventually(async () => sentAlerts.includes('webhook gone'))
  await submit()
  assert.equal(await unsent(), 1)
  const [entry] = (await ask('GET', 'audit')).json()
  assert.deepEqual([entry.who, entry.what], ['answer 410', 'webhook turned off'])
  receiver.answer = (_, response) => void response.writeHead(200).end()
  const [{ id } = { id: '' }] = await desk.webhooks.list()
  await desk.webhooks.setOn(id, true, ADA)
  // A receiver that is gone would be asked again in an hour.
  await ask('POST', `messages/${receiver.received[0]?.id}/retry`)
  await eventually(async () => receiver.received.length === 2 && (await unsent()) === 0)
})

it('a message that always fails does not hold up the others, and stopping waits for what is being sent', async (t) => {
  const { mailer, sent, services } = await testEmails(t, 20)
  const [poison] = await Array.fromAsync(services.queue.unsent())
  await services.queue.retry('all')
  let started = 0
  mailer.send = async ({ project }) => {
    started += 1
    if (project.id === poison?.projectId) throw new MailRefusal('no such account', { permanent: true })
    await pause(200)
  }
  // Even if one of them throws.
  const send = () => {
    throw new Error('the alert failed')
  }
  const loop = startOutboxLoop({ ...services, alerts: { ...services.alerts, send } })
  await eventually(async () => started === 20)
  await loop.stop()
  assert.equal(sent.length, 19)
  assert.deepEqual((await services.queue.counts()).specialist, { due: 1, stuck: 0, dead: 0 })
})

it('a database that fails is logged and does not end the loop, and a stopped loop does not poll', async (t) => {
  const { mailer, sent, services, lines } = await testEmails(t, 1)
  await services.queue.retry('all')
  mailer.send = async () => {}
  const { db } = services
  let changes = 0
  const transact: Database['transact'] = async (key, read, decide) => {
    if (++changes === 1) throw new Error('offline')
    return db.transact(key, read, decide)
  }
  const queue = createQueue({ ...db, transact })
  const loop = startOutboxLoop({ ...services, queue })
  await eventually(async () => sent.length === 1)
  await loop.stop()
  assert.ok(lines.some((line) => line.includes('The outbox failed') && line.includes('offline')))
  const before = changes
  await services.queue.retry('all')
  await pause(1200)
  assert.equal(changes, before)
})

it('the loop polls at least every five seconds, and every minute while the database fails', async (t) => {
  const { services } = await testApp(t)
  let isFailing = false
  let polls = 0
  const { db } = services
  const all: Database['all'] = async (query) => {
    polls += 1
    if (isFailing) throw new Error('offline')
    return db.all(query)
  }
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const loop = startOutboxLoop({ ...services, queue: createQueue({ ...db, all }) })
  t.after(() => loop.stop())
  const pollsIn = async (minutes: number) => {
    const before = polls
    for (let second = 0; second < minutes * 60; second++) {
      t.mock.timers.tick(1000)
      await yieldToEventLoop()
    }
    return polls - before
  }
  await pollsIn(1)
  assert.equal(await pollsIn(2), 24)
  isFailing = true
  await pollsIn(10)
  assert.equal(await pollsIn(10), 10)
  isFailing = false
  await pollsIn(2)
  assert.equal(await pollsIn(2), 24)
})

it('dead messages send an alert within a minute, by channel', async (t) => {
  const { services, sentAlerts, desk } = await testEmails(t, 1)
  await reportStuck(services)
  assert.deepEqual(sentAlerts, [])
  await desk.webhooks.add({ address: 'https://crm.example', events: webhookEvents }, ADA)
  await services.queue.hold()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const loop = startOutboxLoop(services)
  t.after(() => loop.stop())
  t.mock.timers.tick(60_000)
  await eventually(async () => sentAlerts.length > 0)
  assert.deepEqual(sentAlerts, ['specialist dead'])
})

it('the alerts say how many messages of each channel are dead or stuck, or that they cannot be counted', async (t) => {
  const { services } = await testApp(t)
  const texts: string[] = []
  const alerts = {
    ...services.alerts,
    send: (subject: string, text: string) => void texts.push(`${subject}: ${text}`),
  }
  const none = { due: 0, stuck: 0, dead: 0 }
  const counts = async () => ({
    document: { due: 1, stuck: 1, dead: 0 },
    specialist: { due: 2, stuck: 2, dead: 1 },
    homeowner: none,
    webhook: { due: 1, stuck: 0, dead: 2 },
  })
  await reportStuck({ ...services, alerts, queue: { ...services.queue, counts } })
  await reportStuck({
    ...services,
    alerts,
    queue: { ...services.queue, counts: () => Promise.reject(new Error('offline')) },
  })
  assert.deepEqual(texts, [
    'document stuck: 1 document has been waiting for more than 60 minutes: npm run messages',
    'specialist dead: 1 email was not sent after the last attempt: npm run messages',
    'specialist stuck: 2 emails have been waiting for more than 60 minutes: npm run messages',
    'webhook dead: 2 webhook messages were not sent after the last attempt: npm run messages',
    'store: Messages could not be counted: offline',
  ])
})
