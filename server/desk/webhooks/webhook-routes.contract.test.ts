import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { MAX_WEBHOOKS, webhookEvents } from '../../../desk/webhooks.ts'
import { sql } from '../../db/sql.ts'
import { inHours, onEveryDatabase, testDesk } from '../../testing/desk.ts'
import { startReceiver } from '../../testing/receiver.ts'

const events = [...webhookEvents]
const address = 'https://crm.example/hook?key=abc'

await onEveryDatabase('Webhooks', {
  'are added with a secret that is shown once, turned off and on, and deleted with their messages': async (
    opened,
  ) => {
    const { ask, submit, services } = opened
    assert.deepEqual((await ask('GET', 'webhooks')).json(), [])
    const added = await ask('POST', 'webhooks', { address, events: ['project.erased', 'project.created'] })
    assert.equal(added.statusCode, 201)
    const { secret } = added.json()
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = await ask('GET', 'webhooks')
    assert.ok(!listed.body.includes(secret))
    const [{ id, createdAt, ...webhook }] = listed.json()
    assert.ok(Date.parse(createdAt) <= Date.now())
    assert.deepEqual(webhook, {
      address,
      events: ['project.created', 'project.erased'],
      isOn: true,
      oldSecretUntil: null,
      waiting: 0,
      attempts: [],
    })
    for (const isOn of [false, true]) {
      assert.equal((await ask('POST', `webhooks/${id}`, { isOn })).statusCode, 204)
      assert.equal((await ask('GET', 'webhooks')).json()[0].isOn, isOn)
    }
    assert.equal((await ask('POST', `webhooks/${id}`, { isOn: 'no' })).statusCode, 400)
    await submit()
    assert.equal((await ask('GET', 'webhooks')).json()[0].waiting, 1)
    assert.equal((await ask('DELETE', `webhooks/${id}`)).statusCode, 204)
    assert.deepEqual(await Array.fromAsync(services.queue.unsent()), [])
    for (const [method, path, body] of [
      ['POST', '', { isOn: true }],
      ['POST', '/secret', {}],
      ['POST', '/test', {}],
      ['DELETE', '', undefined],
    ] as const)
      assert.equal((await ask(method, `webhooks/${id}${path}`, body)).statusCode, 404, path)
    const audit = (await ask('GET', 'audit')).json()
    assert.deepEqual(
      audit.slice(0, 4).map(({ what, detail }: { what: string; detail: string }) => [what, detail]),
      ['webhook deleted', 'webhook turned on', 'webhook turned off', 'webhook added'].map((what) => [
        what,
        'crm.example',
      ]),
    )
  },

  'that are turned on again have all attempts of what waits ahead': async ({
    ask,
    submit,
    write,
    services,
  }) => {
    await ask('POST', 'webhooks', { address, events })
    const [{ id }] = (await ask('GET', 'webhooks')).json()
    await submit()
    await write(sql`update messages set attempts = 20`)
    for (const isOn of [false, true]) await ask('POST', `webhooks/${id}`, { isOn })
    assert.deepEqual(
      (await Array.fromAsync(services.queue.unsent())).map(({ attempts }) => attempts),
      [0],
    )
  },

  'sign with the old secret too for a day after it is rotated': async ({ ask, desk, write }) => {
    const first = (await ask('POST', 'webhooks', { address, events })).json().secret
    const [{ id }] = (await ask('GET', 'webhooks')).json()
    const second = (await ask('POST', `webhooks/${id}/secret`)).json().secret
    assert.notEqual(first, second)
    assert.deepEqual((await desk.webhooks.find(id))?.secrets, [second, first])
    const [rotated] = (await ask('GET', 'webhooks')).json()
    assert.equal(Math.round((Date.parse(rotated.oldSecretUntil) - Date.now()) / 3600_000), 24)
    await write(sql`update desk_webhooks set old_secret_until = ${inHours(-1).toISOString()}`)
    assert.deepEqual((await desk.webhooks.find(id))?.secrets, [second])
    assert.equal((await ask('GET', 'webhooks')).json()[0].oldSecretUntil, null)
  },

  'are refused with the reason': async ({ ask }) => {
    const problemOf = async (body: object) => {
      const { statusCode, ...response } = await ask('POST', 'webhooks', body)
      return statusCode === 422 ? response.json().problem : statusCode
    }
    const given = (given: unknown) => problemOf({ address: given, events })
    for (const wrong of ['', 'crm.example', 'ftp://crm.example', 'https://me:secret@crm.example'])
      assert.equal(await given(wrong), 'not an address', String(wrong))
    assert.equal(await given('http://crm.example/hook'), 'not https')
    for (const own of [
      'http://localhost:3000',
      'https://127.0.0.1',
      'https://10.0.0.1',
      'https://[fd00::1]/',
    ])
      assert.equal(await given(own), 'private network', own)
    assert.equal(await problemOf({ address, events: [] }), 'no events')
    assert.equal(await problemOf({ address, events: 'project.created' }), 400)
    for (let count = 0; count < MAX_WEBHOOKS; count++) assert.equal(await given(address), 201)
    assert.equal(await given(address), 'too many')
  },

  'get the events they want while they are on': async ({ ask, submit, services: { queue } }) => {
    for (const wanted of [['project.created'], ['project.erased'], events])
      await ask('POST', 'webhooks', { address, events: wanted })
    const all = (await ask('GET', 'webhooks'))
      .json()
      .find((one: { events: string[] }) => one.events.length > 1)
    await ask('POST', `webhooks/${all.id}`, { isOn: false })
    const id = await submit({ lastName: 'Oak' })
    const queued = async () =>
      (await Array.fromAsync(queue.unsent())).map(({ event, projectId }) => [event, projectId])
    assert.deepEqual(await queued(), [['project.created', id]])
  },
})

it('the test button sends a signed message at once, and keeps what came of it', async (t) => {
  const { ask } = await testDesk(t, { config: { webhookAllowPrivate: true } })
  const receiver = await startReceiver(t)
  const { secret } = (await ask('POST', 'webhooks', { address: receiver.url, events })).json()
  const [{ id }] = (await ask('GET', 'webhooks')).json()
  const test = async () => (await ask('POST', `webhooks/${id}/test`)).json()
  assert.deepEqual(await test(), { outcome: 'Answered 204', isSuccess: true })
  const [{ body, headers } = { body: '', headers: {} }] = receiver.received
  assert.deepEqual(Object.keys(new Verifier(secret).verify(body, headers) as object), [
    'type',
    'timestamp',
    'data',
  ])
  receiver.answer = (_, response) => void response.writeHead(500).end()
  assert.deepEqual(await test(), { outcome: 'Answered 500', isSuccess: false })
  const [{ attempts }] = (await ask('GET', 'webhooks')).json()
  assert.deepEqual(
    attempts.map(({ event, outcome }: { event: string; outcome: string }) => [event, outcome]),
    [
      ['webhook.test', 'Answered 500'],
      ['webhook.test', 'Answered 204'],
    ],
  )
})
