import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer, testApp } from '../testing/test-app.ts'
import { reportStuck, startRetryLoop } from './retry-loop.ts'

const SHORTEST_PAUSE_MS = 1000

const down = async () => {
  throw new Error('down')
}

it('a delivery that always fails does not hold up the others', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services } = await testApp(t, { mailer })
  const poison = sampleId()
  await put(poison, sampleAnswers())
  const others = Array.from({ length: 20 }, sampleId)
  for (const id of others) await put(id, sampleAnswers())
  mailer.send = async ({ project }) => {
    if (project.id === poison) throw new Error('poison')
  }
  const loop = startRetryLoop(services)
  await eventually(async () => sent.length === 20)
  await loop.stop()
  assert.deepEqual(await services.store.counts(), { due: 1, stuck: 0, dead: 0 })
})

it('a stopped loop does not poll again', async (t) => {
  const { services } = await testApp(t)
  let polls = 0
  services.store.claimDue = async () => {
    polls += 1
    return []
  }
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const loop = startRetryLoop(services)
  await loop.stop()
  t.mock.timers.tick(60_000)
  assert.equal(polls, 0)
})

it('stopping waits for all attempts in progress, even if one throws', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services, lines } = await testApp(t, { mailer })
  const [broken, slow] = [sampleId(), sampleId()]
  for (const id of [broken, slow]) await put(id, sampleAnswers())
  await services.store.retry('all')
  mailer.send = async ({ project }) => {
    if (project.id === broken) throw new MailRefusal('no such account', { permanent: true })
    await pause(300)
  }
  let hasThrown = false
  const send = () => {
    hasThrown = true
    throw new Error('the alert failed')
  }
  const loop = startRetryLoop({ ...services, alerts: { ...services.alerts, send } })
  await eventually(async () => hasThrown)
  await loop.stop()
  assert.equal(sent.length, 1)
  assert.ok(lines.some((line) => line.includes('the alert failed')))
})

it('a failing store is logged and does not end the loop', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services, lines } = await testApp(t, { mailer })
  await put(sampleId(), sampleAnswers())
  mailer.send = async () => {}
  const { claimDue } = services.store
  let failures = 0
  services.store.claimDue = async (limit) => {
    if (++failures === 1) throw new Error('offline')
    return claimDue(limit)
  }
  const loop = startRetryLoop(services)
  await eventually(async () => sent.length === 1)
  await loop.stop()
  assert.ok(lines.some((line) => line.includes('The retry loop failed')))
})

it('after a full batch the loop polls at once, otherwise after a pause', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services } = await testApp(t, { mailer })
  for (const id of Array.from({ length: 8 }, sampleId)) await put(id, sampleAnswers())
  await services.store.retry('all')
  mailer.send = async () => {}
  const { claimDue, markSent } = services.store
  const polls: number[] = []
  services.store.claimDue = (limit) => {
    polls.push(performance.now())
    return claimDue(limit)
  }
  let lastRecorded = 0
  services.store.markSent = async (claimed) => {
    const hadLease = await markSent(claimed)
    lastRecorded = performance.now()
    return hadLease
  }
  const loop = startRetryLoop(services)
  await eventually(async () => polls.length >= 3)
  await loop.stop()
  const [, second = 0, third = 0] = polls
  assert.equal(sent.length, 8)
  assert.ok(second - lastRecorded < SHORTEST_PAUSE_MS)
  assert.ok(third - second >= SHORTEST_PAUSE_MS)
})

it('the loop polls at least every five seconds, and every minute while the store fails', async (t) => {
  const { services } = await testApp(t)
  let isFailing = false
  const poll = t.mock.method(services.store, 'claimDue', async () => {
    if (isFailing) throw new Error('offline')
    return []
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const loop = startRetryLoop(services)
  t.after(() => loop.stop())
  const pollsIn = async (minutes: number) => {
    const before = poll.mock.callCount()
    for (let second = 0; second < minutes * 60; second++) {
      t.mock.timers.tick(1000)
      await yieldToEventLoop()
    }
    return poll.mock.callCount() - before
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

it('a dead delivery sends an alert within a minute', async (t) => {
  const { put, services, sentAlerts } = await testApp(t, { mailer: tameMailer(down).mailer })
  await put(sampleId(), sampleAnswers())
  await reportStuck(services)
  assert.deepEqual(sentAlerts, [])
  await services.store.hold()
  t.mock.timers.enable({ apis: ['setInterval'] })
  const loop = startRetryLoop(services)
  t.after(() => loop.stop())
  t.mock.timers.tick(60_000)
  await eventually(async () => sentAlerts.length > 0)
  assert.deepEqual(sentAlerts, ['dead'])
})

it('the alerts say how many e-mails are dead or stuck', async (t) => {
  const { services } = await testApp(t)
  const texts: string[] = []
  const alerts = { ...services.alerts, send: (_: string, text: string) => void texts.push(text) }
  for (const count of [1, 2]) {
    const counts = async () => ({ due: 0, stuck: count, dead: count })
    await reportStuck({ ...services, alerts, store: { ...services.store, counts } })
  }
  assert.deepEqual(texts, [
    '1 e-mail was given up: npm run deliveries',
    '1 e-mail has been waiting for more than an hour: npm run deliveries',
    '2 e-mails were given up: npm run deliveries',
    '2 e-mails have been waiting for more than an hour: npm run deliveries',
  ])
})

it('stuck deliveries and a store that cannot count them send alerts', async (t) => {
  const { services, sentAlerts } = await testApp(t)
  services.store.counts = async () => ({ due: 1, stuck: 1, dead: 0 })
  await reportStuck(services)
  services.store.counts = async () => {
    throw new Error('offline')
  }
  await reportStuck(services)
  assert.deepEqual(sentAlerts, ['stuck', 'store'])
})
