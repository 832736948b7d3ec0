import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { MailRefusal } from '../mail/mailer.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer, testApp } from '../testing/test-app.ts'
import { reportStuck, startRetryLoop } from './retry-loop.ts'

const SHORTEST_REST_MS = 1000

const down = async () => {
  throw new Error('down')
}

it('what could not be sent is sent once the mail service is back, without a visitor', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services } = await testApp(t, { mailer })
  const ids = [sampleId(), sampleId(), sampleId()]
  for (const id of ids) assert.equal((await put(id, sampleAnswers())).statusCode, 502)
  const loop = startRetryLoop(services)
  mailer.send = async () => {}
  await eventually(async () => sent.length === 3)
  await loop.stop()
  assert.deepEqual(new Set(sent.map(({ project }) => project.id)), new Set(ids))
  assert.deepEqual(await services.store.counts(), { due: 0, stuck: 0, dead: 0 })
})

it('a project whose e-mail always fails does not keep the others from theirs', async (t) => {
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

it('told to stop, it finishes what it is sending and begins nothing', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services } = await testApp(t, { mailer })
  await put(sampleId(), sampleAnswers())
  let isSending = false
  mailer.send = async () => {
    isSending = true
    await pause(200)
  }
  const loop = startRetryLoop(services)
  await eventually(async () => isSending)
  await loop.stop()
  assert.equal(sent.length, 1)
})

it('told to stop between two looks, it does not look again', async (t) => {
  const { services } = await testApp(t)
  let looks = 0
  services.store.claimDue = async () => {
    looks += 1
    return []
  }
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const loop = startRetryLoop(services)
  await loop.stop()
  t.mock.timers.tick(60_000)
  assert.equal(looks, 0)
})

it('told to stop, it waits for all that it is sending, although one of them went wrong', async (t) => {
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
    throw new Error('an alerts that fails')
  }
  const loop = startRetryLoop({ ...services, alerts: { send } })
  await eventually(async () => hasThrown)
  await loop.stop()
  assert.equal(sent.length, 1)
  assert.ok(lines.some((line) => line.includes('an alerts that fails')))
})

it('a store that fails does not end the loop, and is told', async (t) => {
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
  assert.ok(lines.some((line) => line.includes('could not be looked after')))
})

it('after as many as it sends at once it looks for more, and rests when there are none', async (t) => {
  const { mailer, sent } = tameMailer(down)
  const { put, services } = await testApp(t, { mailer })
  for (const id of Array.from({ length: 8 }, sampleId)) await put(id, sampleAnswers())
  await services.store.retry('all')
  mailer.send = async () => {}
  const { claimDue, markSent } = services.store
  const looks: number[] = []
  services.store.claimDue = (limit) => {
    looks.push(performance.now())
    return claimDue(limit)
  }
  let lastNoted = 0
  services.store.markSent = async (claimed) => {
    const isMine = await markSent(claimed)
    lastNoted = performance.now()
    return isMine
  }
  const loop = startRetryLoop(services)
  await eventually(async () => looks.length >= 3)
  await loop.stop()
  const [, second = 0, third = 0] = looks
  assert.equal(sent.length, 8)
  assert.ok(second - lastNoted < SHORTEST_REST_MS)
  assert.ok(third - second >= SHORTEST_REST_MS)
})

it('however long nothing is due it looks every five seconds, and each minute however long the store fails', async (t) => {
  const { services } = await testApp(t)
  let isFailing = false
  const look = t.mock.method(services.store, 'claimDue', async () => {
    if (isFailing) throw new Error('offline')
    return []
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const loop = startRetryLoop(services)
  t.after(() => loop.stop())
  const looksIn = async (minutes: number) => {
    const before = look.mock.callCount()
    for (let second = 0; second < minutes * 60; second++) {
      t.mock.timers.tick(1000)
      await turn()
    }
    return look.mock.callCount() - before
  }
  await looksIn(1)
  assert.equal(await looksIn(2), 24)
  isFailing = true
  await looksIn(10)
  assert.equal(await looksIn(10), 10)
  isFailing = false
  await looksIn(2)
  assert.equal(await looksIn(2), 24)
})

it('dead deliveries are told, within a minute', async (t) => {
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
  assert.deepEqual(sentAlerts, ['dead 1'])
})

it('one e-mail is told of as one, and several as several', async (t) => {
  const { services } = await testApp(t)
  const told: string[] = []
  const alerts = { ...services.alerts, send: (_: string, text: string) => void told.push(text) }
  for (const count of [1, 2]) {
    const counts = async () => ({ due: 0, stuck: count, dead: count })
    await reportStuck({ ...services, alerts, store: { ...services.store, counts } })
  }
  assert.deepEqual(told, [
    '1 e-mail is given up: npm run deliveries',
    '1 e-mail has been waiting for more than an hour: npm run deliveries',
    '2 e-mails are given up: npm run deliveries',
    '2 e-mails have been waiting for more than an hour: npm run deliveries',
  ])
})

it('deliveries that wait for long are told, and so is that they cannot be counted', async (t) => {
  const { services, sentAlerts } = await testApp(t)
  services.store.counts = async () => ({ due: 1, stuck: 1, dead: 0 })
  await reportStuck(services)
  services.store.counts = async () => {
    throw new Error('offline')
  }
  await reportStuck(services)
  assert.deepEqual(sentAlerts, ['stuck', 'store'])
})
