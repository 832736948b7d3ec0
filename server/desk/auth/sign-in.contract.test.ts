import assert from 'node:assert/strict'
import { UNATTENDED } from '../../../desk/api.ts'
import { raw, sql } from '../../store/sql/sql.ts'
import { inHours, type Opened, onEveryDatabase, PASSWORD, testDesk } from '../../testing/desk.ts'
import { sampleId } from '../../testing/sample-id.ts'
import { MAX_IDLE_MS, MAX_SESSION_MS } from './sessions.ts'

const ADA = 'ada@kitchens.example'

const signInWith = ({ app }: Opened, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/desk/session', payload, headers })

/** The ways in, for which nobody has to be signed in yet. */
const OPEN = ['POST session', 'POST password']

/** Every other way that there is, as the server itself tells it, and some that there are not. */
const routes = (app: Opened['app'], id: string) => [
  ...routesOf(app, id).filter(([method, path]) => !OPEN.includes(`${method} ${path}`)),
  ...([
    ['GET', ''],
    ['GET', 'nothing'],
    ['PUT', 'projects'],
    ['PATCH', 'people'],
    ['GET', 'projects/a.css'],
    ['GET', 'projects/%2e%2e/audit'],
    ['GET', `projects/${'x'.repeat(100)}`],
  ] as const),
]

/** From the tree of routes, of which each line goes on from the one above that stands less far in. */
function routesOf(app: Opened['app'], id: string) {
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

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'without a session every route answers 401, and nothing may keep the answer': async ({ app, submit }) => {
    const id = await submit()
    // Or a tree that could not be read would prove nothing.
    assert.ok(routes(app, id).some(([method, path]) => `${method} ${path}` === `POST deliveries/${id}/retry`))
    for (const cookie of [
      '',
      'desk=',
      `desk=${'A'.repeat(43)}`,
      `__Host-desk=${'A'.repeat(43)}`,
      "desk=' or 1=1",
    ]) {
      for (const [method, path] of routes(app, id)) {
        const answer = await app.inject({ method, url: `/api/desk/${path}`, headers: { cookie } })
        assert.equal(answer.statusCode, 401, `${method} ${path}`)
        assert.equal(answer.headers['cache-control'], 'no-store')
        assert.equal(answer.body.includes('@'), false)
      }
    }
    assert.equal((await app.inject('/api/desk')).statusCode, 401)
  },

  'with a session what is not there is 404, and no answer may be kept': async ({
    ask,
    submit,
    app,
    signIn,
  }) => {
    const id = await submit()
    for (const path of [
      'projects',
      `projects/${id}`,
      'unanswered',
      'first-contacts',
      'funnel',
      'deliveries',
      'audit',
      'people',
      'session',
      'projects.csv',
    ]) {
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
      `projects/${id.toLowerCase()}x`,
      "projects/' or '1'='1",
    ])
      assert.equal((await ask('GET', encodeURI(path))).statusCode, 404, path)
    const put = await app.inject({
      method: 'PUT',
      url: '/api/desk/projects',
      headers: { cookie: await signIn() },
    })
    assert.equal(put.statusCode, 404)
  },

  'what cannot be asked is refused, and nothing is harmed by asking': async ({ ask, submit, inbox }) => {
    await submit()
    for (const query of [
      'sort=1;DROP TABLE projects',
      'sort=newest desc',
      'status=Nope',
      "cursor=1' or 1=1",
      'cursor=-1.x',
      'cursor=999999999999999999999.x',
      'from=2026-02-31',
      'from=yesterday',
      'to=9999999-01-01',
      'status=New&status=Won',
      'search=\0',
      `search=${'x'.repeat(201)}`,
    ])
      assert.equal((await ask('GET', `projects?${encodeURI(query)}`)).statusCode, 400, query)
    for (const query of [
      'limit=1e9',
      'limit=-1',
      "who=' or 1=1 --",
      "type=') union select",
      '__proto__[x]=1',
      'search=**(',
      'cursor=9007199254740991.zzz',
      'status=&from=&sort=&cursor=',
      `search=${'x'.repeat(200)}`,
    ])
      assert.equal((await ask('GET', `projects?${encodeURI(query)}`)).statusCode, 200, query)
    assert.equal((await inbox()).projects.length, 1)
    assert.deepEqual((await inbox({ who: "' or 1=1 --" })).projects, [])
  },

  'unknown and wrong get the same answer, after the same work': async (opened) => {
    // Not how long it takes, which a busy machine makes longer once and not the next time.
    const work = async (payload: object) => {
      const before = process.cpuUsage()
      const answer = await signInWith(opened, payload)
      const { user, system } = process.cpuUsage(before)
      return { answer, ms: (user + system) / 1000 }
    }
    const wrong = await work({ email: ADA, password: 'not it at all, no' })
    const unknown = await work({ email: 'nobody@kitchens.example', password: PASSWORD })
    const token = await opened.desk.people.add('Lin', 'lin@kitchens.example')
    assert.ok(token)
    const unset = await work({ email: 'lin@kitchens.example', password: '' })
    for (const { answer, ms } of [wrong, unknown, unset]) {
      assert.equal(answer.statusCode, 401)
      assert.equal(answer.body, wrong.answer.body)
      assert.deepEqual(Object.keys(answer.headers), Object.keys(wrong.answer.headers))
      // Hashing takes by far the most of it, and is there each time.
      assert.ok(ms > wrong.ms / 10, `${ms} beside ${wrong.ms}`)
    }
  },

  'guessing is slowed for the account and the client, and ends for nobody for good': async (opened) => {
    const outcomes: number[] = []
    for (let guess = 0; guess < 14; guess++) {
      const { statusCode } = await signInWith(opened, {
        email: 'nobody@kitchens.example',
        password: `guess ${guess}`,
      })
      outcomes.push(statusCode)
    }
    assert.deepEqual(new Set(outcomes.slice(0, 9)), new Set([401]))
    assert.ok(outcomes.includes(429))
    const refused = await signInWith(opened, { email: ADA, password: PASSWORD })
    assert.equal(refused.statusCode, 429)
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds >= 1 && seconds <= 60)
  },

  'guessing at one account is slowed wherever it comes from, and nobody else is': async ({ app }) => {
    const guess = (email: string, nth: number, password = 'not it at all, no') =>
      app.inject({
        method: 'POST',
        url: '/api/desk/session',
        payload: { email, password },
        remoteAddress: `203.0.113.${nth}`,
      })
    const outcomes: number[] = []
    for (let nth = 0; nth < 14; nth++) outcomes.push((await guess(ADA, nth)).statusCode)
    assert.deepEqual(new Set(outcomes.slice(0, 9)), new Set([401]))
    assert.ok(outcomes.includes(429))
    assert.equal((await guess('grace@kitchens.example', 0, PASSWORD)).statusCode, 200)
  },

  'strangers who fail in a name do not hold up its owner where they have signed in before': async ({
    app,
  }) => {
    const from = (remoteAddress: string, password = PASSWORD) =>
      app.inject({
        method: 'POST',
        url: '/api/desk/session',
        payload: { email: ADA, password },
        remoteAddress,
      })
    const failing = async (count: number, address: (nth: number) => string) => {
      const outcomes: number[] = []
      for (let nth = 0; nth < count; nth++)
        outcomes.push((await from(address(nth), 'not it at all, no')).statusCode)
      return outcomes
    }
    assert.equal((await from('198.51.100.7')).statusCode, 200)
    assert.ok((await failing(14, (nth) => `203.0.113.${nth}`)).includes(429))
    assert.equal((await from('198.51.100.8')).statusCode, 429)
    assert.equal((await from('198.51.100.7')).statusCode, 200)
    // That was no success of theirs, nor may anybody guess without an end at the owner's place.
    assert.ok((await failing(2, (nth) => `203.0.113.${nth + 100}`)).includes(429))
    assert.ok((await failing(14, () => '198.51.100.7')).includes(429))
  },

  'who signs in again and again is not slowed by that': async ({ signIn }) => {
    for (let time = 0; time < 12; time++) assert.match(await signIn(), /^desk=/, String(time))
  },

  'a password of a megabyte is not hashed': async (opened) => {
    const started = performance.now()
    const answer = await signInWith(opened, { email: ADA, password: 'x'.repeat(1_000_000) })
    assert.equal(answer.statusCode, 413)
    assert.ok(performance.now() - started < 2000)
    assert.equal((await signInWith(opened, { email: ADA, password: 'x'.repeat(1025) })).statusCode, 401)
  },

  'an address that nobody can have typed is refused, and nothing fails of it': async (opened) => {
    for (const email of [`ada\0${ADA}`, `\ud800${ADA}`])
      assert.equal((await signInWith(opened, { email, password: PASSWORD })).statusCode, 400)
    const long = `${'👩‍🍳'.repeat(300)}${ADA}`
    assert.equal((await signInWith(opened, { email: long, password: PASSWORD })).statusCode, 401)
  },

  'what is no text is refused, and nothing fails of it': async (opened) => {
    for (const payload of [{ email: ADA }, { email: ADA, password: 5 }, { email: [ADA], password: PASSWORD }])
      assert.equal((await signInWith(opened, payload)).statusCode, 400, JSON.stringify(payload))
    for (const payload of [{ password: PASSWORD }, { token: { length: 43 }, password: PASSWORD }]) {
      const answer = await opened.app.inject({ method: 'POST', url: '/api/desk/password', payload })
      assert.equal(answer.statusCode, 400, JSON.stringify(payload))
    }
  },

  'any character may be in a password, however it is composed': async (opened) => {
    const choose = async (password: string) => {
      const token = await opened.desk.people.reset(ADA)
      return opened.app.inject({ method: 'POST', url: '/api/desk/password', payload: { token, password } })
    }
    const composed = 'Zoë\u0000 日本語 👩‍🍳 café'
    assert.equal((await choose(composed)).statusCode, 204)
    assert.equal(
      (await signInWith(opened, { email: ADA, password: composed.normalize('NFD') })).statusCode,
      200,
    )
    assert.equal(
      (await signInWith(opened, { email: ADA, password: composed.replace('\0', '') })).statusCode,
      401,
    )
    assert.equal((await choose('🔑'.repeat(8))).json().problem, 'too short')
    assert.equal(
      (await choose('a sentence of more than sixty-four characters, as people who like them do')).statusCode,
      204,
    )
  },

  'signing in makes a new session, whatever the browser had': async (opened) => {
    const { call } = opened
    const planted = `desk=${'A'.repeat(43)}`
    const answer = await signInWith(
      opened,
      { email: ' ADA@kitchens.example', password: PASSWORD },
      { cookie: planted },
    )
    const [cookie = '', ...attributes] = String(answer.headers['set-cookie']).split('; ')
    assert.notEqual(cookie, planted)
    assert.deepEqual(attributes, ['Path=/', 'Max-Age=604800', 'HttpOnly', 'SameSite=Strict'])
    assert.equal((await call(planted)('GET', 'projects')).statusCode, 401)
    assert.equal((await call(cookie)('GET', 'projects')).statusCode, 200)
    assert.equal((await call(`theme=dark; ${cookie}`)('GET', 'projects')).statusCode, 200)
    const kept = JSON.stringify(await opened.desk.db.all(sql`select * from desk_sessions`))
    assert.equal(kept.includes(cookie.slice('desk='.length)), false)
  },

  'signing in ends the session that the browser had, and no other': async (opened) => {
    const { call, signIn, ask } = opened
    const had = await signIn('grace@kitchens.example')
    const elsewhere = await signIn('grace@kitchens.example')
    const answer = await signInWith(opened, { email: ADA, password: PASSWORD }, { cookie: had })
    assert.equal(answer.statusCode, 200)
    assert.equal((await call(had)('GET', 'session')).statusCode, 401)
    assert.equal((await call(elsewhere)('GET', 'session')).statusCode, 200)
    assert.equal((await ask('GET', 'session')).statusCode, 200)
  },

  'over https the cookie is the host’s own, and another is none': async ({ t, again }) => {
    const secure = await testDesk(t, { driver: again(), config: { trustProxy: ['127.0.0.1'] } })
    const https = { 'x-forwarded-proto': 'https' }
    const answer = await secure.app.inject({
      method: 'POST',
      url: '/api/desk/session',
      payload: { email: ADA, password: PASSWORD },
      headers: https,
    })
    const cookie = String(answer.headers['set-cookie'])
    assert.match(
      cookie,
      /^__Host-desk=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    )
    const value = cookie.split(';')[0] ?? ''
    assert.equal((await secure.call(value)('GET', 'session', undefined, https)).statusCode, 200)
    const plain = value.replace('__Host-', '')
    assert.equal((await secure.call(plain)('GET', 'session', undefined, https)).statusCode, 401)
  },

  'a session ends when it is idle for longer than needs a warning, and when it is old': async ({ desk }) => {
    assert.ok(MAX_IDLE_MS > 20 * 3600_000)
    const ada = await desk.people.find(ADA)
    assert.ok(ada)
    const token = (await desk.sessions.begin(ada)) ?? ''
    const found = (ms: number, isUse = true) =>
      desk.sessions.find(token, new Date(Date.now() + ms), { isUse })
    assert.ok(await found(MAX_IDLE_MS - 60_000))
    assert.ok(await found(2 * MAX_IDLE_MS - 120_000, false))
    assert.equal(await found(2 * MAX_IDLE_MS + 60_000), null)
    for (let used = 0; used < MAX_SESSION_MS; used += MAX_IDLE_MS - 60_000)
      assert.ok(await found(used), String(used))
    assert.ok(await found(MAX_SESSION_MS - 60_000))
    assert.equal(await found(MAX_SESSION_MS + 60_000), null)
  },

  'signing in clears away the sessions and links that have ended, and no other': async ({ desk, signIn }) => {
    await desk.people.add('Lin', 'lin@kitchens.example')
    await desk.people.add('Kay', 'kay@kitchens.example')
    await signIn('grace@kitchens.example')
    const long = inHours(-8 * 24).toISOString()
    const write = [
      sql`update desk_sessions set began_at = ${long}, seen_at = ${long} where email = ${ADA}`,
      sql`update desk_links set until = ${long} where email = 'lin@kitchens.example'`,
    ]
    await desk.db.transact('ended', [], () => ({ result: null, write }))
    await signIn()
    const left = async (table: 'desk_sessions' | 'desk_links') =>
      (await desk.db.all(raw(`select email from ${table} order by email`))).map(({ email }) => email)
    assert.deepEqual(await left('desk_sessions'), [ADA, 'grace@kitchens.example'])
    assert.deepEqual(await left('desk_links'), ['kay@kitchens.example'])
  },

  'a sign-in whose password is taken away while it is checked comes to nothing': async ({ desk }) => {
    const ada = await desk.people.find(ADA)
    assert.ok(ada)
    await desk.people.reset(ADA)
    assert.equal(await desk.sessions.begin(ada), null)
  },

  'a body that is longer than anything one types is refused': async ({ ask, submit }) => {
    const id = await submit()
    const note = { kind: 'note', text: 'x'.repeat(70_000) }
    assert.equal((await ask('POST', `projects/${id}/events`, note)).statusCode, 413)
  },

  'a page that nobody touches does not keep itself signed in': async ({ desk, ask }) => {
    const hourAgo = new Date(Date.now() - 3600_000).toISOString()
    const write = [sql`update desk_sessions set seen_at = ${hourAgo}`]
    await desk.db.transact('sessions', [], () => ({ result: null, write }))
    const stillUnseen = async () =>
      (await desk.db.all(sql`select 1 from desk_sessions where seen_at = ${hourAgo}`)).length > 0
    assert.equal((await ask('GET', 'unanswered', undefined, { [UNATTENDED]: '1' })).statusCode, 200)
    assert.ok(await stillUnseen())
    assert.equal((await ask('GET', 'unanswered')).statusCode, 200)
    assert.equal(await stillUnseen(), false)
  },

  'another site can change nothing, nor read': async ({ app, ask, submit, file }) => {
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
  },

  'who tried is in the audit, without what strangers typed': async (opened) => {
    await signInWith(opened, { email: ADA, password: 'not it at all, no' })
    await signInWith(opened, { email: 'my secret password', password: 'oops' })
    await opened.ask('DELETE', 'session')
    const entries = await opened.desk.audit.list()
    assert.deepEqual(
      entries.map(({ who, what }) => `${who} ${what}`),
      [`${ADA} signed out`, 'unknown address sign-in refused', `${ADA} sign-in refused`, `${ADA} signed in`],
    )
    assert.equal(opened.lines.join('').includes('secret'), false)
    assert.equal(opened.lines.join('').includes(ADA), false)
  },

  'no number of refused sign-ins takes what members did off the list': async ({ desk: { audit, db } }) => {
    await audit.add(ADA, 'exported', 'everything')
    const refused = sql`insert into desk_audit (at, who, what, detail)
      values ('', 'unknown address', 'sign-in refused', '')`
    await db.transact('audit', [], () => ({
      result: null,
      write: Array.from({ length: 600 }, () => refused),
    }))
    await audit.add(ADA, 'signed out')
    const listed = (await audit.list()).map(({ what }) => what)
    assert.deepEqual(
      [listed.length, listed[0], listed[1], ...listed.slice(-2)],
      [103, 'signed out', 'sign-in refused', 'exported', 'signed in'],
    )
  },

  'refused sign-ins are forgotten after many other entries, and what members did is not': async ({
    desk: { audit, db },
  }) => {
    const kept = async () => (await audit.list()).map(({ what }) => what).toSorted()
    await audit.add(ADA, 'sign-in refused')
    assert.deepEqual(await kept(), ['sign-in refused', 'signed in'])
    const numbered = raw(db.dialect === 'sqlite' ? '' : 'overriding system value')
    const far = sql`insert into desk_audit (id, at, who, what, detail) ${numbered}
      values (100100, '', ${ADA}, 'exported', '')`
    await db.transact('audit', [], () => ({ result: null, write: [far] }))
    await audit.add(ADA, 'signed out')
    assert.deepEqual(await kept(), ['exported', 'signed in', 'signed out'])
  },
}

await onEveryDatabase('Getting in', contract)
