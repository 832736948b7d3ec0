import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { UNATTENDED } from '../../desk/api.ts'
import { sendProblem } from '../../server/http/problem.ts'

const page = new EventTarget()
Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page) })
// It listens as soon as it is there.
const { callApi } = await import('./call-api.ts')

it('who has not touched the page for five minutes, asleep or awake, is not kept signed in by what it asks', async (t) => {
  let now = 0
  t.mock.method(Date, 'now', () => now)
  const fetch = t.mock.method(globalThis, 'fetch', async () => Response.json({}))
  const isUnattended = async () => {
    await callApi('session')
    return new Headers(fetch.mock.calls.at(-1)?.arguments[1]?.headers).has(UNATTENDED)
  }

  for (const sign of ['pointerdown', 'keydown', 'wheel']) {
    page.dispatchEvent(new Event(sign))
    now += 5 * 60_000
    assert.equal(await isUnattended(), false)
    now += 1
    assert.equal(await isUnattended(), true)
  }
})

it('asks in browsers of the build too, which cannot join signals', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Response.json({}))
  t.mock.method(AbortSignal, 'any', () => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  assert.deepEqual(await callApi('session'), { ok: true, value: {} })
})

it('a server that does not answer within twenty seconds is one that cannot be reached', async (t) => {
  const patience = new AbortController()
  const timeout = t.mock.method(AbortSignal, 'timeout', () => patience.signal)
  t.mock.method(globalThis, 'fetch', async (_path: unknown, { signal }: RequestInit) => {
    patience.abort()
    signal?.throwIfAborted()
    return Response.json({})
  })
  assert.deepEqual(await callApi('session'), { ok: false, problem: { kind: 'offline' } })
  assert.deepEqual(timeout.mock.calls[0]?.arguments, [20_000])
})

it('only what has a body says that it is JSON', async (t) => {
  const fetch = t.mock.method(globalThis, 'fetch', async () => Response.json({}))
  const sent = async (call: Parameters<typeof callApi>[1]) => {
    await callApi('session', call)
    const { method, headers, body } = fetch.mock.calls.at(-1)?.arguments[1] ?? {}
    return [method, new Headers(headers).get('content-type'), body]
  }
  assert.deepEqual(await sent({ method: 'POST', body: { a: 1 } }), ['POST', 'application/json', '{"a":1}'])
  assert.deepEqual(await sent({ method: 'DELETE' }), ['DELETE', null, undefined])
  assert.deepEqual(await sent({}), ['GET', null, undefined])
})

it('what is refused is told apart from what failed, with what the server said', async (t) => {
  let status = 0
  t.mock.method(globalThis, 'fetch', async () => Response.json({ told: 'this' }, { status }))
  const told = { told: 'this' }
  for (const [answered, problem] of [
    [401, { kind: 'signed out' }],
    [409, { kind: 'conflict', told }],
    [422, { kind: 'refused', status: 422, told }],
    [429, { kind: 'refused', status: 429, told }],
    [501, { kind: 'refused', status: 501, told }],
    [500, { kind: 'failed' }],
    [503, { kind: 'failed' }],
  ] as const) {
    status = answered
    assert.deepEqual(await callApi('session'), { ok: false, problem }, String(answered))
  }
})

it('only our server can say that something is not there', async (t) => {
  let answer = new Response()
  t.mock.method(globalThis, 'fetch', async () => answer)
  const problemOf = async (body: string, type: string) => {
    answer = new Response(body, { status: 404, headers: { 'content-type': type } })
    const answered = await callApi('projects/1')
    return answered.ok ? null : answered.problem.kind
  }
  const ours = await fastify()
    .get('/', (_request, reply) => sendProblem(reply, 404))
    .inject('/')
  assert.equal(await problemOf(ours.body, String(ours.headers['content-type'])), 'not found')
  // As a proxy does while no server is up.
  assert.equal(await problemOf('<h1>404 Not Found</h1>', 'text/html'), 'failed')
  assert.equal(await problemOf('{"message":"no Route matched"}', 'application/json'), 'failed')
})
