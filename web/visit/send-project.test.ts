import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { QUESTIONNAIRE_VERSION, VERSION_HEADER } from '../../questionnaire/version.ts'
import { REQUEST_DEADLINE_MS } from '../../server/lib/deadline.ts'
import { startHttp } from '../../server/testing/http.ts'
import { eventually } from '../../server/testing/server-process.ts'
import { testApp } from '../../server/testing/test-app.ts'
import { newProjectId } from './project-id.ts'
import { LONGEST_WAIT_MS, sendProject } from './send-project.ts'

const visit = { id: newProjectId(), answers: sampleAnswers(), furthest: 0, tried: false, saved: false }

/** A server that answers so, to a page that is seen; returns what the page asked `fetch` for. */
async function answering(t: TestContext, listener: RequestListener) {
  Object.assign(globalThis, { document: Object.assign(new EventTarget(), { hidden: false }) })
  const origin = await startHttp(t, listener)
  const { fetch } = globalThis
  const send = (path: string, init: RequestInit) => fetch(new URL(path, origin), init)
  return t.mock.method(globalThis, 'fetch', send).mock
}

it('a page hears what became of its submission, since it waits for longer than the server works on it', () => {
  assert.ok(REQUEST_DEADLINE_MS < LONGEST_WAIT_MS)
})

it('what our server says of a project that it has saved, now or before, is what the page waits for', async (t) => {
  const { app, projects } = await testApp(t)
  await app.ready()
  await answering(t, app.routing)
  assert.equal(await sendProject(visit), true)
  assert.equal(await sendProject(visit), true)
  assert.equal((await projects())[0]?.id, visit.id)
})

it('the answers go to the address of the project, with the version of the questions', async (t) => {
  let told = {}
  await answering(t, async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const { method, url, headers } = request
    told = { method, url, type: headers['content-type'], version: headers[VERSION_HEADER], body }
    response.writeHead(201).end('{}')
  })
  assert.equal(await sendProject(visit), true)
  assert.deepEqual(told, {
    method: 'PUT',
    url: `/api/projects/${visit.id}`,
    type: 'application/json',
    version: QUESTIONNAIRE_VERSION,
    body: JSON.stringify(visit.answers),
  })
})

const failures: Readonly<Record<string, RequestListener>> = {
  ...Object.fromEntries(
    [400, 403, 422, 429, 500, 502, 503, 504].map((status): [string, RequestListener] => [
      `the answer ${status}`,
      (_, response) => response.writeHead(status).end('{}'),
    ]),
  ),
  'the page of a network that wants a login': (_, response) => response.end('<h1>Welcome</h1>'),
  'an answer without a word': (_, response) => response.writeHead(204).end(),
  'being led elsewhere': ({ url }, response) =>
    url === '/elsewhere' ? response.end('{}') : response.writeHead(307, { location: '/elsewhere' }).end(),
  'an answer that breaks off': (_, response) => {
    response.writeHead(200, { 'content-length': '2' }).write('{')
    setImmediate(() => response.destroy())
  },
  'no answer': (request) => request.destroy(),
}

for (const [what, answer] of Object.entries(failures)) {
  it(`${what} is the failure`, async (t) => {
    await answering(t, answer)
    assert.equal(await sendProject(visit), false)
  })
}

it('a server that never answers is the failure once the page has waited for long enough', {
  timeout: 5000,
}, async (t) => {
  const timeout = t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort())
  await answering(t, () => {})
  assert.equal(await sendProject(visit), false)
  assert.deepEqual(timeout.mock.calls[0]?.arguments, [LONGEST_WAIT_MS])
})

it('a page that is put away and hears nothing asks again whenever it is seen', async (t) => {
  const asked = await answering(t, (request, response) => {
    if (asked.callCount() === 3) return void response.end('{}')
    hide(true)
    request.destroy()
  })
  const isSaved = sendProject(visit)
  for (const times of [1, 2]) {
    await eventually(async () => document.hidden && asked.callCount() === times)
    hide(false)
  }
  assert.equal(await isSaved, true)
})

it('a page that was put away is told of the failure when it is seen and hears nothing then either', async (t) => {
  const asked = await answering(t, (request) => {
    if (asked.callCount() === 1) hide(true)
    request.destroy()
  })
  const isSaved = sendProject(visit)
  await eventually(async () => document.hidden)
  hide(false)
  assert.equal(await isSaved, false)
  assert.equal(asked.callCount(), 2)
})

it('a glance elsewhere makes nobody wait twice', async (t) => {
  const now = t.mock.method(performance, 'now', () => 0).mock
  const asked = await answering(t, (request) => {
    for (const isHidden of [true, false]) hide(isHidden)
    now.mockImplementation(() => 20_000)
    request.destroy()
  })
  assert.equal(await sendProject(visit), false)
  assert.equal(asked.callCount(), 1)
})

it('an answer is an answer also to a page that was put away', async (t) => {
  const asked = await answering(t, (_, response) => {
    hide(true)
    response.writeHead(502).end('{}')
  })
  assert.equal(await sendProject(visit), false)
  assert.equal(asked.callCount(), 1)
})

it('what browsers send on after the page has gone is sent on, and nothing is refused for being more', async (t) => {
  const asked = await answering(t, (_, response) => response.writeHead(201).end('{}'))
  for (const length of [10, 5000]) {
    const long = '台'.repeat(length)
    const answers = sampleAnswers({ city: long, budget: long, firstName: long, lastName: long })
    assert.equal(await sendProject({ ...visit, answers }), true)
  }
  assert.deepEqual(
    asked.calls.map(({ arguments: [, init] }) => init?.keepalive),
    [true, false],
  )
})

function hide(isHidden: boolean) {
  Object.assign(document, { hidden: isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}
