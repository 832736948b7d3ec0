import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { it, type TestContext } from 'node:test'
import { sentAnswers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { VERSION_HEADER, versions } from '../../questionnaire/version.ts'
import { WRITE_KEY_HEADER } from '../../questionnaire/write-key.ts'
import { REQUEST_DEADLINE_MS } from '../../server/http/request-hooks.ts'
import { startHttp } from '../../server/testing/http.ts'
import { eventually } from '../../server/testing/server-process.ts'
import { testApp } from '../../server/testing/test-app.ts'
import { newIdentity } from './new-identity.ts'
import { sendProject, TIMEOUT_MS } from './send-project.ts'

const visit = {
  ...newIdentity(),
  answers: sampleAnswers(),
  furthest: 0,
  submitPressed: false,
  changedAt: null,
  sentEarly: false,
}

/** Starts a server and a visible page; returns the calls of `fetch`. */
async function serve(t: TestContext, listener: RequestListener) {
  Object.assign(globalThis, { document: Object.assign(new EventTarget(), { hidden: false }) })
  const origin = await startHttp(t, listener)
  const { fetch } = globalThis
  const send = (path: string, init: RequestInit) => fetch(new URL(path, origin), init)
  return t.mock.method(globalThis, 'fetch', send).mock
}

it('the page waits longer than the server’s deadline', () => {
  assert.ok(REQUEST_DEADLINE_MS < TIMEOUT_MS)
})

it('our server’s response to a saved project is a success, also when it is sent again', async (t) => {
  const { app, projects } = await testApp(t)
  await app.ready()
  await serve(t, app.routing)
  assert.equal(await sendProject(visit), 'saved')
  assert.equal(await sendProject(visit), 'saved')
  assert.equal((await projects())[0]?.id, visit.id)
})

it('the request carries the answers, the write key and the version of the questionnaire', async (t) => {
  let received = {}
  await serve(t, async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const { method, url, headers } = request
    const [version, key] = [headers[VERSION_HEADER], headers[WRITE_KEY_HEADER]]
    received = { method, url, type: headers['content-type'], version, key, body }
    response.writeHead(201).end('{}')
  })
  assert.equal(await sendProject(visit, { [VERSION_HEADER]: versions.required }), 'saved')
  assert.deepEqual(received, {
    method: 'PUT',
    url: `/api/projects/${visit.id}`,
    type: 'application/json',
    version: versions.required,
    key: visit.writeKey,
    body: JSON.stringify(sentAnswers(visit.answers)),
  })
})

const failures: Readonly<Record<string, RequestListener>> = {
  ...Object.fromEntries(
    [400, 429, 502].map((status): [string, RequestListener] => [
      `status ${status}`,
      (_, response) => response.writeHead(status).end('{}'),
    ]),
  ),
  'the login page of a network': (_, response) => response.end('<h1>Welcome</h1>'),
  'an empty response': (_, response) => response.writeHead(204).end(),
  'a redirect': ({ url }, response) =>
    url === '/elsewhere' ? response.end('{}') : response.writeHead(307, { location: '/elsewhere' }).end(),
  'a response that breaks off': (_, response) => {
    response.writeHead(200, { 'content-length': '2' }).write('{')
    setImmediate(() => response.destroy())
  },
  'no response': (request) => request.destroy(),
}

for (const [what, listener] of Object.entries(failures)) {
  it(`${what} is a failure`, async (t) => {
    await serve(t, listener)
    assert.equal(await sendProject(visit), 'failed')
  })
}

it('status 409 is a refusal', async (t) => {
  await serve(t, (_, response) => response.writeHead(409).end('{}'))
  assert.equal(await sendProject(visit), 'refused')
})

it('a server that does not respond is a failure after the time-out', {
  timeout: 5000,
}, async (t) => {
  const timeout = t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort())
  await serve(t, () => {})
  assert.equal(await sendProject(visit), 'failed')
  assert.deepEqual(timeout.mock.calls[0]?.arguments, [TIMEOUT_MS])
})

it('a hidden page without a response tries again whenever it is visible', async (t) => {
  const requests = await serve(t, (request, response) => {
    if (requests.callCount() === 3) return void response.end('{}')
    hide(true)
    request.destroy()
  })
  const outcome = sendProject(visit)
  for (const times of [1, 2]) {
    await eventually(async () => document.hidden && requests.callCount() === times)
    hide(false)
  }
  assert.equal(await outcome, 'saved')
})

it('a page that was hidden fails if there is no response when it is visible either', async (t) => {
  const requests = await serve(t, (request) => {
    if (requests.callCount() === 1) hide(true)
    request.destroy()
  })
  const outcome = sendProject(visit)
  await eventually(async () => document.hidden)
  hide(false)
  assert.equal(await outcome, 'failed')
  assert.equal(requests.callCount(), 2)
})

it('a page that was hidden long before the request failed does not try again', async (t) => {
  const now = t.mock.method(performance, 'now', () => 0).mock
  const requests = await serve(t, (request) => {
    for (const isHidden of [true, false]) hide(isHidden)
    now.mockImplementation(() => 20_000)
    request.destroy()
  })
  assert.equal(await sendProject(visit), 'failed')
  assert.equal(requests.callCount(), 1)
})

it('a hidden page accepts a response', async (t) => {
  const requests = await serve(t, (_, response) => {
    hide(true)
    response.writeHead(502).end('{}')
  })
  assert.equal(await sendProject(visit), 'failed')
  assert.equal(requests.callCount(), 1)
})

it('a request outlives its page if it is small enough, and a larger one is sent all the same', async (t) => {
  const requests = await serve(t, (_, response) => response.writeHead(201).end('{}'))
  for (const length of [10, 5000]) {
    const long = '台'.repeat(length)
    const answers = sampleAnswers({ city: long, budget: long, firstName: long, lastName: long })
    assert.equal(await sendProject({ ...visit, answers }), 'saved')
  }
  assert.deepEqual(
    requests.calls.map(({ arguments: [, init] }) => init?.keepalive),
    [true, false],
  )
})

function hide(isHidden: boolean) {
  Object.assign(document, { hidden: isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}
