import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MUST_ADD_PASSKEY, OWNERS_ONLY } from '../../desk/api.ts'
import { type Opened, testDesk } from '../testing/desk.ts'
import { sampleId } from '../testing/sample-id.ts'

type App = Opened['app']

/** Who may call each route below /api/desk. HEAD is like GET. */
const MAY_CALL: Readonly<Record<string, 'anyone' | 'staff' | 'owners'>> = {
  'GET session': 'staff',
  'POST session': 'anyone',
  'DELETE session': 'staff',
  'POST first-owner': 'anyone',
  'POST password': 'anyone',
  'POST session/passkey/options': 'anyone',
  'POST session/passkey': 'anyone',
  'GET account/passkeys': 'staff',
  'POST account/passkeys/options': 'staff',
  'POST account/passkeys': 'staff',
  'DELETE account/passkeys/:id': 'staff',
  'GET passkeys-required': 'owners',
  'PUT passkeys-required': 'owners',
  'GET account': 'staff',
  'PUT account/name': 'staff',
  'PUT account/password': 'staff',
  'POST account/confirmation': 'staff',
  'POST account/confirmation/passkey': 'staff',
  'DELETE account/sessions': 'staff',
  'DELETE account/sessions/:id': 'staff',
  'GET forgotten-password': 'anyone',
  'POST forgotten-password': 'anyone',
  'GET people': 'staff',
  'GET members': 'owners',
  'POST members': 'owners',
  'POST members/link': 'owners',
  'POST members/role': 'owners',
  'POST members/reset': 'owners',
  'POST members/remove': 'owners',
  'GET projects': 'staff',
  'GET projects.csv': 'owners',
  'GET spreadsheet.csv': 'owners',
  'POST projects/listed': 'staff',
  'GET projects/:id': 'staff',
  'DELETE projects/:id': 'owners',
  'POST projects/:id/events': 'staff',
  'GET sources': 'staff',
  'GET suspicious': 'staff',
  'POST suspicious/release': 'staff',
  'POST suspicious/erase': 'owners',
  'GET deliveries': 'staff',
  'POST deliveries/:id/retry': 'staff',
  'GET messages': 'staff',
  'POST messages/:id/retry': 'staff',
  'GET webhooks': 'owners',
  'POST webhooks': 'owners',
  'POST webhooks/:id': 'owners',
  'POST webhooks/:id/secret': 'owners',
  'POST webhooks/:id/test': 'owners',
  'DELETE webhooks/:id': 'owners',
  'GET settings': 'owners',
  'POST settings': 'owners',
  'POST settings/test-email': 'owners',
  'GET backup': 'staff',
  'GET unanswered': 'staff',
  'GET first-contacts': 'staff',
  'GET funnel': 'staff',
  'GET first-steps': 'owners',
  'POST samples': 'owners',
  'DELETE samples': 'owners',
  'GET audit': 'owners',
  'GET changes': 'staff',
}

/** A route as `MAY_CALL` names it. */
const named = (method: string, path: string) => `${method.replace('HEAD', 'GET')} ${path}`

/** All routes below /api/desk, read from Fastify's own tree. Each line continues the nearest less indented one above. */
function routesOf(app: App, id = ':id') {
  const parts: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] = /^(.*── )(\S+) \((.+)\)$/.exec(line) ?? []
      parts.splice(indent.length / 4 - 1, Number.POSITIVE_INFINITY, part)
      const url = parts.join('')
      const [, path] = /^\/api\/desk\/([^*]+)$/.exec(url) ?? []
      if (!path) return []
      return methods.split(', ').map((method) => {
        assert.ok(app.hasRoute({ method, url }), `${method} ${url} was read wrongly`)
        return [method as 'GET', path.replace(':id', id)] as const
      })
    })
}

it('every route answers those who may call it and refuses everyone else', async (t) => {
  const { app, submit, signIn } = await testDesk(t)
  const id = await submit()
  const routes = new Set(routesOf(app).map(([method, path]) => named(method, path)))
  assert.deepEqual([...routes].toSorted(), Object.keys(MAY_CALL).toSorted())

  const answered = { anyone: 'answered', staff: 'answered', owners: 'answered' }
  const callers = [
    { email: null, expected: { ...answered, staff: 401, owners: 401 } },
    { email: 'grace@kitchens.example', expected: { ...answered, owners: 403 } },
    { email: 'ada@kitchens.example', expected: answered },
  ]
  for (const { email, expected } of callers)
    for (const [method, path] of routesOf(app)) {
      // A session for each call, because one of the routes ends it.
      const headers = email === null ? {} : { cookie: await signIn(email) }
      const url = `/api/desk/${path.replace(':id', id)}`
      // As a stream, because the changes have no end.
      const { statusCode } = await app.inject({ method, url, headers, payloadAsStream: true })
      const outcome = [401, 403].includes(statusCode) ? statusCode : 'answered'
      assert.equal(
        outcome,
        expected[MAY_CALL[named(method, path)] ?? 'anyone'],
        `${email}: ${method} ${path}`,
      )
    }
  const headers = { cookie: await signIn('grace@kitchens.example') }
  assert.equal((await app.inject({ url: '/api/desk/audit', headers })).json().problem, OWNERS_ONLY)
})

it('who has to add a passkey first may only use their session and account', async (t) => {
  const { app, staff, call, signIn } = await testDesk(t)
  const passkey = { id: 'a', name: 'Laptop', publicKey: '', counter: 0, transports: [] }
  await staff.passkeys.add('grace@kitchens.example', passkey)
  await staff.passkeys.require(true, 'grace@kitchens.example')
  // HEAD is like GET, without a body.
  for (const [method, path] of routesOf(app).filter(([verb]) => String(verb) !== 'HEAD')) {
    const { statusCode, body } = await call(await signIn())(method, path)
    const isOpen = /^(session|account)\b/.test(path) || MAY_CALL[`${method} ${path}`] === 'anyone'
    if (isOpen) assert.notEqual(statusCode, 403, path)
    else assert.equal(JSON.parse(body).problem, MUST_ADD_PASSKEY, path)
  }
})

it('a cookie without a session is answered with 401, and the answer may not be cached', async (t) => {
  const { app } = await testDesk(t)
  const token = 'A'.repeat(43)
  for (const cookie of ['', 'desk=', `desk=${token}`, `__Host-desk=${token}`, "desk=' or 1=1"])
    for (const path of ['', '/', '/projects', '/audit', '/nothing', '/projects/a.css']) {
      const answer = await app.inject({ url: `/api/desk${path}`, headers: { cookie } })
      assert.equal(answer.statusCode, 401, path)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(answer.body.includes('@'), false)
    }
})

it('with a session every route answers, a missing one with 404, and no answer may be cached', async (t) => {
  const { app, ask, submit, signIn } = await testDesk(t)
  const id = await submit()
  const readable = routesOf(app, id).filter(([method, path]) => method === 'GET' && path !== 'changes')
  for (const [, path] of readable) {
    const answer = await ask('GET', path)
    assert.equal(answer.statusCode, 200, path)
    assert.equal(answer.headers['cache-control'], 'no-store', path)
    assert.equal(answer.headers.etag, undefined)
  }
  for (const path of [
    'nothing',
    'projects/a.css',
    `projects/${sampleId()}`,
    `projects/${id}/../..`,
    "projects/' or '1'='1",
  ])
    assert.equal((await ask('GET', encodeURI(path))).statusCode, 404, path)
  const headers = { cookie: await signIn() }
  assert.equal((await app.inject({ method: 'PUT', url: '/api/desk/projects', headers })).statusCode, 404)
})

it('a request from another site is refused', async (t) => {
  const { app, ask, submit, file } = await testDesk(t)
  const id = await submit()
  const path = `projects/${id}/events`
  const note = { kind: 'note', text: 'x' }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    assert.equal((await ask('POST', path, note, headers)).statusCode, 403)
    for (const [method, route] of routesOf(app, id))
      assert.equal((await ask(method, route, undefined, headers)).statusCode, 403, `${method} ${route}`)
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
    assert.equal((await ask('POST', path, note, { 'content-type': type })).statusCode, 415)
  assert.equal((await file(id)).version, 0)
  assert.equal((await ask('POST', path, note, { 'sec-fetch-site': 'same-origin' })).statusCode, 200)
})

it('a body of more than 64 kB is refused', async (t) => {
  const { ask, submit } = await testDesk(t)
  const note = { kind: 'note', text: 'x'.repeat(70_000) }
  assert.equal((await ask('POST', `projects/${await submit()}/events`, note)).statusCode, 413)
})

it('the desk shows when the last good backup was made', async (t) => {
  const { ask } = await testDesk(t, { backupStatus: () => ({ state: 'failed', at: new Date(0) }) })
  assert.deepEqual((await ask('GET', 'backup')).json(), { state: 'failed', at: '1970-01-01T00:00:00.000Z' })
})
