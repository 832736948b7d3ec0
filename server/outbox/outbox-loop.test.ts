import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { webhookEvents } from '../../desk/webhooks.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sql } from '../store/sql/sql.ts'
import { testDesk } from '../testing/desk.ts'
import { type Received, startReceiver } from '../testing/receiver.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { allOf } from '../testing/test-app.ts'
import { createEnvWebhook, ENV_CHANNEL } from './env-webhook.ts'
import { startOutboxLoop } from './outbox-loop.ts'

const ADA = 'ada@kitchens.example'
const namesOf = (received: readonly Received[]) => received.map(({ type, projectId }) => [type, projectId])

/** The real server with a running loop. */
async function testOutbox(t: TestContext) {
  const opened = await testDesk(t)
  const { services, desk } = opened
  const start = () =>
    startOutboxLoop({ ...services, siteUrl: null, webhookAllowPrivate: true, timeoutMs: 1500 })
  let loop = start()
  t.after(() => loop.stop())
  return {
    ...opened,
    add: async (address: string) => (await desk.webhooks.add({ address, events: webhookEvents }, ADA)) ?? '',
    waiting: async () => (await allOf(services.store.outbox.unsent())).length,
    stop: () => loop.stop(),
    async restart() {
      await loop.stop()
      loop = start()
    },
  }
}

it('every event of a project arrives once and in order, signed, with what is stored', async (t) => {
  const { add, submit, ask, waiting, services, desk } = await testOutbox(t)
  const receiver = await startReceiver(t)
  const secret = await add(receiver.url)
  const id = await submit({ lastName: 'Oak' })
  await submit({ lastName: 'Oak', city: 'Newtown' }, id)
  await eventually(async () => receiver.received.length === 2)
  const status = { kind: 'status', to: 'Lost', reason: 'Budget', version: 2 }
  await ask('POST', `projects/${id}/events`, status)
  await eventually(async () => receiver.received.length === 3)
  await ask('DELETE', `projects/${id}`, { lastName: 'Oak' })
  await eventually(async () => receiver.received.length === 4 && (await waiting()) === 0)
  assert.deepEqual(namesOf(receiver.received), [
    ['project.created', id],
    ['project.updated', id],
    ['project.status_changed', id],
    ['project.erased', id],
  ])
  const [, updated, changed, erased] = receiver.received.map(({ body, headers }) =>
    new Verifier(secret).verify(body, headers),
  ) as { readonly data: Record<string, unknown>; readonly timestamp: string }[]
  assert.deepEqual(updated?.data.answers, sampleAnswers({ lastName: 'Oak', city: 'Newtown' }))
  assert.deepEqual(changed?.data, { id, status: 'Lost', previousStatus: 'New', lostReason: 'Budget' })
  assert.deepEqual(erased?.data, { id })
  assert.ok(Math.abs(Date.parse(erased?.timestamp ?? '') - Date.now()) < 60_000)
  assert.equal(new Set(receiver.received.map((one) => one.id)).size, 4)
  // They are stored after the message is deleted.
  const latest = async () => (await desk.webhooks.list())[0]?.attempts ?? []
  await eventually(async () => (await latest()).length === 4)
  const attempts = await latest()
  assert.deepEqual(
    attempts.map(({ event, outcome, isSuccess }) => [event, outcome, isSuccess]),
    ['erased', 'status_changed', 'updated', 'created'].map((name) => [
      `project.${name}`,
      'Answered 204',
      true,
    ]),
  )
  assert.match(services.metrics.text({}), /message_attempts_total\{outcome="sent"\} 4/)
})

it('a receiver that fails gets the same message again, and no later one about its project before', async (t) => {
  const { add, submit, waiting, lines } = await testOutbox(t)
  const receiver = await startReceiver(t)
  await add(receiver.url)
  receiver.answer = (_, response) => void response.writeHead(receiver.received.length < 3 ? 500 : 200).end()
  const id = await submit()
  await submit({ city: 'Newtown' }, id)
  await eventually(async () => (await waiting()) === 0, 20_000)
  const [first] = receiver.received
  assert.deepEqual(
    receiver.received.map((one) => one.type),
    ['project.created', 'project.created', 'project.created', 'project.updated'],
  )
  assert.ok(receiver.received.slice(0, 3).every((one) => one.id === first?.id))
  assert.ok(lines.some((line) => line.includes('A webhook failed') && line.includes('Answered 500')))
  assert.ok(!lines.join('').includes(sampleAnswers().email))
})

it('a receiver that never answers delays no visitor, no e-mail and no other receiver', async (t) => {
  const { add, submit, emails, waiting, stop } = await testOutbox(t)
  const [slow, quick] = [await startReceiver(t), await startReceiver(t)]
  slow.answer = () => {}
  await add(slow.url)
  await add(quick.url)
  const started = performance.now()
  for (let count = 0; count < 10; count++) await submit()
  const submitted = performance.now() - started
  assert.equal((await emails()).length, 10)
  await eventually(async () => quick.received.length === 10)
  assert.ok(submitted < 5000, `${submitted} ms`)
  await eventually(async () => (await waiting()) === 10)
  await stop()
})

it('410 turns a webhook off and says so; what it missed is sent once it is on again', async (t) => {
  const { add, submit, desk, waiting, sentAlerts, ask } = await testOutbox(t)
  const receiver = await startReceiver(t)
  receiver.answer = (_, response) => void response.writeHead(410).end()
  await add(receiver.url)
  await submit()
  await eventually(async () => (await desk.webhooks.list())[0]?.isOn === false)
  await eventually(async () => sentAlerts.includes('webhook gone'))
  await submit()
  assert.equal(await waiting(), 1)
  const [entry] = (await ask('GET', 'audit')).json()
  assert.deepEqual([entry.who, entry.what], ['answer 410', 'webhook turned off'])
  receiver.answer = (_, response) => void response.writeHead(200).end()
  const [{ id } = { id: '' }] = await desk.webhooks.list()
  await desk.webhooks.setOn(id, true, ADA)
  // A receiver that is gone would be asked again in an hour.
  await ask('POST', `messages/${receiver.received[0]?.id}/retry`)
  await eventually(async () => receiver.received.length === 2)
})

it('what is left about an erased project is not sent', async (t) => {
  const { add, submit, write, waiting, services, restart } = await testOutbox(t)
  const receiver = await startReceiver(t)
  await add(receiver.url)
  receiver.answer = (_, response) => void response.writeHead(500, { 'retry-after': '60' }).end()
  const id = await submit()
  await eventually(async () => receiver.received.length === 1)

  await write(
    sql`delete from deliveries where "projectId" = ${id}`,
    sql`delete from projects where id = ${id}`,
  )
  await services.store.outbox.retry('all')
  await restart()
  await eventually(async () => (await waiting()) === 0)
  assert.equal(receiver.received.length, 1)
})

it('a deleted webhook takes its messages with it', async (t) => {
  const { add, submit, desk, waiting } = await testOutbox(t)
  await add('http://127.0.0.1:1/')
  await submit({}, sampleId())
  const [{ id } = { id: '' }] = await desk.webhooks.list()
  await desk.webhooks.remove(id, ADA)
  assert.equal(await waiting(), 0)
  assert.deepEqual(await desk.webhooks.list(), [])
})

it('the webhook of the settings is used until it answers 410', async () => {
  const webhook = { address: 'https://crm.example/', secrets: ['whsec_x'] }
  const webhooks = createEnvWebhook(webhook)
  assert.deepEqual([await webhooks.find(ENV_CHANNEL), await webhooks.find('webhook:x')], [webhook, null])
  await webhooks.turnOff(ENV_CHANNEL)
  assert.equal(await webhooks.find(ENV_CHANNEL), null)
})
