import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { sampleId } from '../testing/sample-id.ts'
import { tameMailer, testApp } from '../testing/test-app.ts'

it('a server whose store and mailer are usable is ready', async (t) => {
  const { app } = await testApp(t)
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
  const ready = await app.inject({ url: '/readyz' })
  assert.equal(ready.statusCode, 200)
  assert.deepEqual(ready.json(), {
    store: 'ok',
    mail: 'ok',
    backup: 'none',
    deliveries: { state: 'green', due: 0, stuck: 0, dead: 0 },
    webhooks: { state: 'green', due: 0, stuck: 0, dead: 0 },
  })
})

it('a failing store or mailer is reported without the reason', async (t) => {
  const { mailer } = tameMailer()
  mailer.check = async () => {
    throw new Error('535 secret')
  }
  const { app, services } = await testApp(t, { mailer })
  await services.store.close()
  services.store.check = async () => {
    throw new Error('secret')
  }
  const ready = await app.inject({ url: '/readyz' })
  assert.equal(ready.statusCode, 503)
  assert.deepEqual([ready.json().store, ready.json().mail], ['failed', 'failed'])
  assert.ok(!ready.body.includes('secret'))
  assert.equal((await app.inject({ url: '/healthz' })).statusCode, 200)
})

it('the server is not ready if either the store or the mailer fails', async (t) => {
  const fail = async () => {
    throw new Error('down')
  }
  for (const failing of ['store', 'mailer'] as const) {
    const { app, services } = await testApp(t)
    services[failing].check = fail
    assert.equal((await app.inject({ url: '/readyz' })).statusCode, 503, failing)
  }
})

it('a check that never finishes fails after five seconds', { timeout: 20_000 }, async (t) => {
  const { app, services } = await testApp(t)
  const never = () => new Promise<never>(() => {})
  services.store.check = never
  services.store.counts = never
  services.store.outbox.counts = never
  services.mailer.check = never
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
  assert.deepEqual(ready.json(), {
    store: 'failed',
    mail: 'failed',
    backup: 'none',
    deliveries: { state: 'red' },
    webhooks: { state: 'red' },
  })
})

it('deliveries are red if one is stuck or if they cannot be counted', async (t) => {
  const stuck = async () => ({ due: 1, stuck: 1, dead: 0 })
  const uncounted = async () => {
    throw new Error('down')
  }
  for (const counts of [stuck, uncounted]) {
    const { app, services } = await testApp(t)
    services.store.counts = counts
    const ready = await app.inject({ url: '/readyz' })
    assert.deepEqual([ready.statusCode, ready.json().deliveries.state], [200, 'red'])
  }
})

it('deliveries are red if one is dead', async (t) => {
  const { mailer } = tameMailer(async () => {
    throw new Error('down')
  })
  const { app, services, put } = await testApp(t, { mailer })
  await put(sampleId(), sampleAnswers())
  await services.store.hold()
  assert.deepEqual((await app.inject({ url: '/readyz' })).json().deliveries, {
    state: 'red',
    due: 0,
    stuck: 0,
    dead: 1,
  })
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
  assert.match(body, /^kitchen_guide_deliveries_due 0$/m)
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
    const { state, ...counts } = ready.json().deliveries
    assert.deepEqual([ready.statusCode, state], [200, 'green'])
    assert.equal(metrics.statusCode, 'due' in counts ? 200 : 404)
    return 'due' in counts
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
