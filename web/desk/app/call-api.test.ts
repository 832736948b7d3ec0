import assert from 'node:assert/strict'
import { it } from 'node:test'
import fastify from 'fastify'
import { UNATTENDED } from '../../../desk/api.ts'
import { sendProblem } from '../../../server/http/problem.ts'
import { objectWith } from './api-result.ts'

const page = new EventTarget()
Object.assign(globalThis, { addEventListener: page.addEventListener.bind(page) })
// The module listens for user activity when it is loaded.
const { callApi } = await import('./call-api.ts')

it('requests of a page that was not touched for five minutes do not prolong the session', async (t) => {
  let now = 0
  t.mock.method(Date, 'now', () => now)
  const fetch = t.mock.method(globalThis, 'fetch', async () => Response.json({}))
  const isIdle = async () => {
    await callApi('session')
    return new Headers(fetch.mock.calls.at(-1)?.arguments[1]?.headers).has(UNATTENDED)
  }

  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    page.dispatchEvent(new Event(event))
    now += 5 * 60_000
    assert.equal(await isIdle(), false)
    now += 1
    assert.equal(await isIdle(), true)
  }
})

it('works in browsers without AbortSignal.any', async (t) => {
  t.mock.method(globalThis, 'fetch', async () => Response.json({}))
  t.mock.method(AbortSignal, 'any', () => {
    throw new TypeError('AbortSignal.any is not a function')
  })
  assert.deepEqual(await callApi('session'), { ok: true, value: {} })
})

it('a server that does not answer within twenty seconds counts as offline', async (t) => {
  const timer = new AbortController()
  const timeout = t.mock.method(AbortSignal, 'timeout', () => timer.signal)
  t.mock.method(globalThis, 'fetch', async (_path: unknown, { signal }: RequestInit) => {
    timer.abort()
    signal?.throwIfAborted()
    return Response.json({})
  })
  assert.deepEqual(await callApi('session'), { ok: false, problem: { kind: 'offline' } })
  assert.deepEqual(timeout.mock.calls[0]?.arguments, [20_000])
})

it('only a request with a body has a content type', async (t) => {
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

it('a refusal differs from a failure and carries the response of the server', async (t) => {
  let status = 0
  t.mock.method(globalThis, 'fetch', async () => Response.json({ reason: 'this' }, { status }))
  const body = { reason: 'this' }
  for (const [answered, problem] of [
    [401, { kind: 'signed out' }],
    [409, { kind: 'conflict', body }],
    [422, { kind: 'refused', status: 422, body }],
    [429, { kind: 'refused', status: 429, body }],
    [501, { kind: 'refused', status: 501, body }],
    [500, { kind: 'failed' }],
    [503, { kind: 'failed' }],
  ] as const) {
    status = answered
    assert.deepEqual(await callApi('session'), { ok: false, problem }, String(answered))
  }
})

it('only a response from our own server counts as not found', async (t) => {
  let response = new Response()
  t.mock.method(globalThis, 'fetch', async () => response)
  const problemOf = async (body: string, type: string) => {
    response = new Response(body, { status: 404, headers: { 'content-type': type } })
    const answered = await callApi('projects/1')
    return answered.ok ? null : answered.problem.kind
  }
  const ours = await fastify()
    .get('/', (_request, reply) => sendProblem(reply, 404))
    .inject('/')
  assert.equal(await problemOf(ours.body, String(ours.headers['content-type'])), 'not found')
  // Responses of a proxy while no server is up.
  assert.equal(await problemOf('<h1>404 Not Found</h1>', 'text/html'), 'failed')
  assert.equal(await problemOf('{"message":"no Route matched"}', 'application/json'), 'failed')
})

it('only a JSON response of the expected shape counts as an answer', async (t) => {
  let response = new Response()
  t.mock.method(globalThis, 'fetch', async () => response)
  const answer = async (body: string | null, type: string, status = 200) => {
    response = new Response(body, { status, headers: { 'content-type': type } })
    const shape = objectWith<{ person: string }>('person')
    const answered = await callApi('session', status === 200 ? { shape } : {})
    return answered.ok ? answered.value : answered.problem.kind
  }
  assert.deepEqual(await answer('{"person":"Ada"}', 'application/json; charset=utf-8'), { person: 'Ada' })
  assert.equal(await answer(null, '', 204), '')
  // A network that asks to sign in, and a proxy that answers for everything.
  assert.equal(await answer('<h1>Welcome to our hotel</h1>', 'text/html'), 'failed')
  assert.equal(await answer('{"person":"Ada"}', 'text/html'), 'failed')
  assert.equal(await answer('{"status":"ok"}', 'application/json'), 'failed')
})
