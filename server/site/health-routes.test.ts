import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sql } from '../db/sql.ts'
import { saveProject } from '../projects/save-project.ts'
import { claimedFrom, submission } from '../testing/outbox.ts'
import { sampleId } from '../testing/sample-id.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import { testApp } from '../testing/test-app.ts'

const NONE = { state: 'green', due: 0, stuck: 0, dead: 0 }

const fail = async () => {
  throw new Error('535 secret')
}

it('a server whose database and mailer are usable is ready', async (t) => {
  const { app } = await testApp(t)
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  const ready = await app.inject({ url: '/readyz' })
  assert.equal(ready.statusCode, 200)
  assert.deepEqual(ready.json(), {
    store: 'ok',
    mail: 'ok',
    backup: 'none',
    messages: { ...NONE, channels: { document: NONE, specialist: NONE, homeowner: NONE, webhook: NONE } },
    deliveries: NONE,
    webhooks: NONE,
  })
})

it('the server is not ready if the database or the mailer fails, and the reason is not sent', async (t) => {
  for (const [name, failing] of [
    ['store', 'db'],
    ['mail', 'mailer'],
  ] as const) {
    const { app, services } = await testApp(t)
    t.mock.method(services[failing], 'check', fail)
    const ready = await app.inject({ url: '/readyz' })
    assert.equal(ready.statusCode, 503, name)
    assert.partialDeepStrictEqual(ready.json(), { store: 'ok', mail: 'ok', [name]: 'failed' })
    assert.ok(!ready.body.includes('secret'))
    assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  }
})

it('a check that never finishes fails after five seconds', { timeout: 20_000 }, async (t) => {
  const { app, services } = await testApp(t)
  const never = () => new Promise<never>(() => {})
  t.mock.method(services.db, 'check', never)
  t.mock.method(services.db, 'all', never)
  t.mock.method(services.mailer, 'check', never)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const request = app.inject({ url: '/readyz' })
  let ready: Awaited<typeof request> | undefined
  void request.then((response) => {
    ready = response
  })
  for (let second = 0; second <= 5 && !ready; second++) {
    t.mock.timers.tick(1000)
    for (let turns = 0; turns < 20; turns++) await yieldToEventLoop()
  }
  assert.equal(ready?.statusCode, 503)
  const RED = { state: 'red' }
  assert.deepEqual(ready.json(), {
    store: 'failed',
    mail: 'failed',
    backup: 'none',
    messages: { ...RED, channels: null },
    deliveries: RED,
    webhooks: RED,
  })
})

it('messages are red, as a whole and by channel, if one is dead or stuck', async (t) => {
  const { app, services } = await testApp(t)
  const { db, queue } = services
  const red = { state: 'red', due: 0, stuck: 0, dead: 1 }
  const one = submission()
  const saved = await saveProject(one, {
    db,
    queue,
    latestChannels: ['document', 'specialist'],
    settings: () => ({ homeownerCopy: false }),
  })
  await queue.markFailed(claimedFrom(saved), { reason: 'down', permanent: false })
  await queue.hold()
  await queue.markFailed(claimedFrom(saved, 'document'), { reason: 'down', permanent: true })
  const hoursAgo = new Date(Date.now() - 2 * 3600_000).toISOString()
  await db.transact(one.id, [], () => ({
    result: null,
    write: [sql`update messages set queued_at = ${hoursAgo} where channel = 'document'`],
  }))
  const stuck = { state: 'red', due: 1, stuck: 1, dead: 0 }
  const ready = await app.inject({ url: '/readyz' })
  assert.equal(ready.statusCode, 200)
  assert.partialDeepStrictEqual(ready.json(), {
    messages: {
      state: 'red',
      due: 1,
      stuck: 1,
      dead: 1,
      channels: { document: stuck, specialist: red, homeowner: NONE, webhook: NONE },
    },
    deliveries: red,
    webhooks: NONE,
  })
  const { body } = await app.inject({ url: '/metrics' })
  for (const line of [
    'deliveries_dead 1',
    'deliveries_due 0',
    'messages_dead{channel="specialist"} 1',
    'messages_stuck{channel="document"} 1',
    'messages_due{channel="webhook"} 0',
  ])
    assert.ok(body.includes(`\nkitchen_guide_${line}\n`), line)
})

it('a failed backup is reported without its time, and the server is ready', async (t) => {
  const { app } = await testApp(t, { backupStatus: () => ({ state: 'failed', at: new Date() }) })
  const ready = await app.inject({ url: '/readyz' })
  assert.deepEqual([ready.statusCode, ready.json().backup], [200, 'failed'])
})

it('metrics are in the Prometheus text format and contain no project ids', async (t) => {
  const { app, put } = await testApp(t, { mailer: tameMailer(() => pause(20)).mailer })
  const id = sampleId()
  await put(id, sampleAnswers())
  await put(id, sampleAnswers())
  await put(id, { ...sampleAnswers(), yearBuilt: '1700' })
  await put('no-id', sampleAnswers())
  const { body, statusCode } = await app.inject({ url: '/metrics' })
  assert.equal(statusCode, 200)
  assert.match(body, /^kitchen_guide_submissions_total\{outcome="201"\} 1$/m)
  assert.match(body, /^kitchen_guide_submissions_total\{outcome="200"\} 1$/m)
  assert.match(body, /^kitchen_guide_submissions_total\{outcome="422"\} 1$/m)
  assert.match(body, /^kitchen_guide_submissions_total\{outcome="400"\} 1$/m)
  assert.match(body, /^kitchen_guide_message_attempts_total\{channel="specialist",outcome="sent"\} 1$/m)
  assert.match(body, /^kitchen_guide_delivery_attempts_total\{outcome="sent"\} 1$/m)
  assert.match(body, /^kitchen_guide_delivery_seconds_count 1$/m)
  // In seconds: 20 ms are below 10.
  assert.match(body, /^kitchen_guide_delivery_seconds_bucket\{le="10"\} 1$/m)
  assert.match(body, /^kitchen_guide_submission_seconds_bucket\{le="10"\} 2$/m)
  assert.ok(!body.includes(id))
})

it('only this machine, or METRICS_TOKEN if it is set, gets the metrics and the counts', async (t) => {
  const own = await testApp(t)
  const proxied = await testApp(t, { config: { trustProxy: ['127.0.0.1'] } })
  const token = await testApp(t, { config: { metricsToken: 'sixteen-characters' } })
  const authorized = { authorization: 'Bearer sixteen-characters' }
  const elsewhere = '203.0.113.5'
  const isShown = async (
    { app }: typeof own,
    headers: Record<string, string>,
    remoteAddress = '127.0.0.1',
  ) => {
    const metrics = await app.inject({ url: '/metrics', headers, remoteAddress })
    const ready = await app.inject({ url: '/readyz', headers, remoteAddress })
    const { deliveries, webhooks, messages } = ready.json()
    const { channels, ...all } = messages
    const reports: readonly object[] = [deliveries, webhooks, all, ...Object.values<object>(channels)]
    const isCounted = 'due' in all
    for (const report of reports) assert.deepEqual(report, isCounted ? NONE : { state: 'green' })
    assert.equal(metrics.statusCode, isCounted ? 200 : 404)
    return isCounted
  }
  for (const host of ['localhost', '127.0.0.1:3000', '[::1]:3000'])
    assert.ok(await isShown(own, { host }), host)
  assert.ok(await isShown(token, authorized, elsewhere))

  assert.ok(!(await isShown(own, {}, elsewhere)))
  for (const header of [
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-real-ip',
    'forwarded',
    'via',
  ])
    assert.ok(!(await isShown(own, { [header]: '127.0.0.1' })), header)
  for (const host of ['kitchens.example', 'localhost.kitchens.example', '192.0.2.1:3000'])
    assert.ok(!(await isShown(own, { host })), host)
  assert.ok(!(await isShown(proxied, {})))
  assert.ok(!(await isShown(token, {})))
})
