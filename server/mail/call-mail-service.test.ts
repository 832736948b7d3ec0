import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { it, type TestContext } from 'node:test'
import { describeError } from '../lib/errors.ts'
import { startHttp } from '../testing/http.ts'
import { freePort } from '../testing/server-process.ts'
import { callMailService } from './call-mail-service.ts'
import { MailRefusal, UNCERTAIN_RETRY_MS } from './mailer.ts'

const call = async (t: TestContext, answer: RequestListener, signal?: AbortSignal) =>
  callMailService(new URL(await startHttp(t, answer)), { method: 'POST' }, signal)

async function refusalOf(t: TestContext, answer: RequestListener, signal?: AbortSignal) {
  const refusal = await call(t, answer, signal).catch((error: unknown) => error)
  assert.ok(refusal instanceof MailRefusal)
  return refusal
}

const answerWith =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end('Not for Jane')

it('a refusal is permanent unless a later attempt may succeed, and a redirect is not followed', async (t) => {
  for (const [status, permanent] of [
    [302, true],
    [400, true],
    [403, true],
    [451, true],
    [408, false],
    [429, false],
    [500, false],
  ] as const) {
    const refusal = await refusalOf(t, answerWith(status, { location: 'http://127.0.0.1:1/' }))
    assert.equal(refusal.permanent, permanent, String(status))
  }
})

it('a refusal has the words of the service, and only the status for the log', async (t) => {
  const { message, redacted } = await refusalOf(t, answerWith(403))
  assert.equal(message, 'The email service: 403 Not for Jane')
  assert.equal(redacted, 'The email service: 403')
})

it('after too many requests, the time to wait is what the service says in seconds', async (t) => {
  const expected = { 7: 7000, 0: 1000, '-7': 1000, Infinity: 1000, tomorrow: 1000 }
  for (const [seconds, ms] of Object.entries(expected))
    assert.equal((await refusalOf(t, answerWith(429, { 'retry-after': seconds }))).retryAfterMs, ms, seconds)
})

it('the outcome is unknown if the service may have the email', async (t) => {
  const deadline = new AbortController()
  const refusals = [
    await refusalOf(t, answerWith(504)),
    await refusalOf(t, (request) => void request.socket.destroy()),
    await refusalOf(t, () => deadline.abort(), deadline.signal),
  ]
  assert.deepEqual(
    refusals.map(({ message, retryAfterMs }) => [message, retryAfterMs]),
    [
      ['The email service: 504 Not for Jane', UNCERTAIN_RETRY_MS],
      ['The email service: 0 Network Error', UNCERTAIN_RETRY_MS],
      ['The email service: no answer in time', UNCERTAIN_RETRY_MS],
    ],
  )
})

it('the outcome is certain if there was no connection', async () => {
  const url = new URL(`http://127.0.0.1:${await freePort()}`)
  await assert.rejects(
    callMailService(url, { method: 'POST' }),
    (error) =>
      error instanceof MailRefusal &&
      error.retryAfterMs === undefined &&
      /ECONNREFUSED/.test(describeError(error)),
  )
})

for (const [title, then] of Object.entries({
  'breaks off': (response: ServerResponse) => response.destroy(),
  'never ends': () => {},
})) {
  it(`a 200 counts even if the body ${title}`, { timeout: 10_000 }, async (t) => {
    const answer = call(t, (_request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('OK', () => then(response))
    })
    assert.match(await answer, /^200 (OK)?$/)
  })
}

it('a body without end is cut, and its connection closed', { timeout: 10_000 }, async (t) => {
  const closed = Promise.withResolvers<void>()
  const { message } = await refusalOf(t, (_request, response) => {
    response.writeHead(500).on('close', closed.resolve)
    const writeMore = () =>
      void (response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(writeMore)))
    writeMore()
  })
  assert.ok(message.length < 300)
  await closed.promise
})
