import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it, type TestContext } from 'node:test'
import { UNATTENDED } from '../../desk/api.ts'
import { query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { PASSWORD, tablesWith, testDesk } from '../testing/desk.ts'

const ADA = 'ada@kitchens.example'
const GRACE = 'grace@kitchens.example'
const WRONG = 'not it at all, no'

async function setUp(t: TestContext) {
  const opened = await testDesk(t)
  const post = (path: string, payload: object, more: object = {}) =>
    opened.app.inject({ method: 'POST', url: `/api/desk/${path}`, payload, ...more })
  const signInWith = (email: unknown, password: unknown, more?: object) =>
    post('session', { email, password }, more)
  return {
    ...opened,
    signInWith,
    /** From an address, with the cookies of a browser. */
    signInFrom: async (remoteAddress: string, email: string, password: string, cookie = '') =>
      (await signInWith(email, password, { remoteAddress, headers: { cookie } })).statusCode,
    /** Signs in with a new browser, and returns the cookie that makes it known. */
    knownBrowser: async (email: string) => cookiesOf(await signInWith(email, PASSWORD))[1],
    /** Makes the wait after more than ten failures a minute, so that it does not end during the test. */
    prolongWaits: () => opened.write(sql`update desk_sign_in_failures set failures = 30 where failures > 10`),
    choose: (token: unknown, password: unknown) => post('password', { token, password }),
  }
}

/** Of the session and of the browser, each as the browser would send it. */
function cookiesOf({ headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }) {
  const [session = '', device = ''] = [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0] ?? '')
  return [session, device] as const
}

it('an unknown address, a wrong password and a missing one get the same answer after the same work', async (t) => {
  const { signInWith, choose, staff } = await setUp(t)
  // A hash of the real cost.
  await choose(await staff.people.reset(ADA), PASSWORD)
  await staff.people.add({ name: 'Lin', email: 'lin@kitchens.example' })
  // CPU time, because elapsed time varies on a busy machine.
  const work = async (email: string, password: string) => {
    const before = process.cpuUsage()
    const answer = await signInWith(email, password)
    const { user, system } = process.cpuUsage(before)
    return { answer, ms: (user + system) / 1000 }
  }
  const wrong = await work(ADA, WRONG)
  const unknown = await work('nobody@kitchens.example', PASSWORD)
  const unset = await work('lin@kitchens.example', '')
  for (const { answer, ms } of [wrong, unknown, unset]) {
    assert.equal(answer.statusCode, 401)
    assert.equal(answer.body, wrong.answer.body)
    assert.deepEqual(Object.keys(answer.headers), Object.keys(wrong.answer.headers))
    assert.ok(ms > wrong.ms / 10, `${ms} compared with ${wrong.ms}`)
  }
})

it('a sign-in is stored with its time and browser', async (t) => {
  const { signInWith, desk } = await setUp(t)
  const headers = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' }
  await signInWith(GRACE, PASSWORD, { headers })
  const select = sql`select browser from desk_sessions s join desk_people p on p.signed_in_at = s.began_at
    where p.email = ${GRACE}`
  assert.deepEqual(await desk.db.all(query(select, { browser: text })), [{ browser: 'Firefox on Android' }])
})

it('a client that keeps guessing has to wait, whatever the account', async (t) => {
  const { signInWith } = await setUp(t)
  const outcomes: number[] = []
  for (let guess = 0; guess < 14; guess++)
    outcomes.push((await signInWith(GRACE, `guess ${guess}`)).statusCode)
  assert.deepEqual(new Set(outcomes.slice(0, 9)), new Set([401]))
  const refused = await signInWith(ADA, PASSWORD)
  assert.equal(refused.statusCode, 429)
  const seconds = Number(refused.headers['retry-after'])
  assert.ok(seconds >= 1 && seconds <= 60)
})

it('guessing at one account from many clients is slowed, but not for browsers that its owner has used', async (t) => {
  const { signInFrom, knownBrowser, prolongWaits } = await setUp(t)
  const ofAda = await knownBrowser(ADA)
  const ofGrace = await knownBrowser(GRACE)
  const guess = async (network: string, device = '') => {
    const outcomes: number[] = []
    for (let nth = 0; nth < 11; nth++)
      outcomes.push(await signInFrom(`${network}.${nth}`, ADA, WRONG, device))
    assert.deepEqual(new Set(outcomes), new Set([401]))
    await prolongWaits()
  }
  await guess('203.0.113')
  assert.equal(await signInFrom('198.51.100.1', ADA, PASSWORD), 429)
  assert.equal(await signInFrom('198.51.100.2', ADA, PASSWORD, ofGrace), 429)
  assert.equal(await signInFrom('203.0.113.0', GRACE, PASSWORD), 200)
  assert.equal(await signInFrom('203.0.113.0', ADA, PASSWORD, ofAda), 200)
  // The owner's success does not help the strangers, and guessing is slowed in the known browser too.
  assert.equal(await signInFrom('198.51.100.3', ADA, PASSWORD), 429)
  await guess('192.0.2', ofAda)
  assert.equal(await signInFrom('192.0.2.99', ADA, PASSWORD, ofAda), 429)
})

it('signing in successfully many times is not slowed', async (t) => {
  const { signInWith } = await setUp(t)
  for (let time = 0; time < 12; time++)
    assert.equal((await signInWith(ADA, PASSWORD)).statusCode, 200, String(time))
})

it('a body that is too large or has other types is refused', async (t) => {
  const { signInWith, choose } = await setUp(t)
  assert.equal((await signInWith(ADA, 'x'.repeat(1_000_000))).statusCode, 413)
  for (const [email, password] of [
    [ADA, undefined],
    [ADA, 5],
    [[ADA], PASSWORD],
    [`ada\0${ADA}`, PASSWORD],
    [`\ud800${ADA}`, PASSWORD],
  ])
    assert.equal((await signInWith(email, password)).statusCode, 400, String(email))
  for (const token of [undefined, { length: 43 }])
    assert.equal((await choose(token, PASSWORD)).statusCode, 400)
  assert.equal((await signInWith(`${'👩‍🍳'.repeat(300)}${ADA}`, PASSWORD)).statusCode, 401)
})

it('a password may hold any characters, composed or not', async (t) => {
  const { signInWith, choose, staff } = await setUp(t)
  const password = 'Zoë\u0000 日本語 👩‍🍳 café'
  assert.equal((await choose(await staff.people.reset(ADA), password)).statusCode, 200)
  assert.equal((await signInWith(ADA, password.normalize('NFD'))).statusCode, 200)
  assert.equal((await signInWith(ADA, password.replace('\0', ''))).statusCode, 401)
})

it('a password that is longer than any valid one is not composed, because that would block the server', async (t) => {
  const { signInWith } = await setUp(t)
  const composed: number[] = []
  const { normalize } = String.prototype
  t.mock.method(String.prototype, 'normalize', function (this: string, form: string) {
    composed.push(this.length)
    return normalize.call(this, form)
  })
  const password = `a${'\u0301\u0327'.repeat(3900)}`
  assert.equal((await signInWith(ADA, password)).statusCode, 401)
  assert.ok(Math.max(...composed) < password.length, `${Math.max(...composed)} units`)
})

it('a rejected password leaves the link usable; the name of the person or the business is rejected', async (t) => {
  const { choose, staff } = await setUp(t)
  const token = await staff.people.add({ name: 'Lin Featherstone', email: 'lin@kitchens.example' })
  for (const [password, problem] of [
    ['short', 'too short'],
    ['x'.repeat(1025), 'too long'],
    ['Password1234!', 'too common'],
    ['Featherstone 1', 'too common'],
    ['RenegadeRemodelers1', 'too common'],
  ] as const)
    assert.deepEqual((await choose(token, password)).json().problem, problem, password)
  assert.equal((await choose(token, 'a door to the yard')).statusCode, 200)
  const used = await choose(token, 'a door to the moon')
  assert.deepEqual([used.statusCode, used.json().problem], [422, 'link is used up'])
})

it('a flood of guesses from many clients does not keep out a known browser', async (t) => {
  const { signInFrom, knownBrowser, lines } = await setUp(t)
  const cookie = await knownBrowser(ADA)
  const flood = (network: string) =>
    Array.from({ length: 60 }, (_, nth) => signInFrom(`${network}.${nth}`, `someone${nth}@${network}`, WRONG))
  const guesses = [...flood('203.0.113'), ...flood('198.51.100')]
  const [known, unknown] = await Promise.all([
    signInFrom('192.0.2.1', ADA, PASSWORD, cookie),
    signInFrom('192.0.2.2', GRACE, PASSWORD),
  ])
  assert.deepEqual([known, unknown], [200, 429])
  assert.deepEqual(new Set(await Promise.all(guesses)), new Set([401, 429]))
  assert.equal(lines.join('').includes('A request failed'), false)
})

it('choosing a password makes the browser known; a reset and a new password end this', async (t) => {
  const { signInFrom, choose, prolongWaits, staff } = await setUp(t)
  for (let nth = 0; nth < 11; nth++) await signInFrom(`203.0.113.${nth}`, ADA, WRONG)
  await prolongWaits()
  const chosen = await choose(await staff.people.reset(ADA), PASSWORD)
  const [, device] = cookiesOf(chosen)
  assert.match(device, /^desk-device=[\w-]{43}$/)
  assert.equal(await signInFrom('198.51.100.1', ADA, PASSWORD), 429)
  assert.equal(await signInFrom('198.51.100.2', ADA, PASSWORD, device), 200)
  await choose(await staff.people.reset(ADA), PASSWORD)
  assert.equal(await signInFrom('198.51.100.3', ADA, PASSWORD, device), 429)
})

it('a link signs the person in, unless they have a passkey and passkeys are required', async (t) => {
  const { choose, staff, call } = await setUp(t)
  const invited = await choose(
    await staff.people.add({ name: 'Lin', email: 'lin@kitchens.example' }),
    PASSWORD,
  )
  assert.deepEqual(invited.json(), { isSignedIn: true, hasPasskeys: false })
  const session = await call(cookiesOf(invited)[0])('GET', 'session')
  assert.equal(session.json().person.name, 'Lin')

  const passkey = { id: 'a', name: 'Laptop', publicKey: '', counter: 0, transports: [] }
  await staff.passkeys.add(ADA, passkey)
  const forget = async () => choose(await staff.people.linkForForgotten(ADA, '203.0.113.7'), PASSWORD)
  assert.deepEqual((await forget()).json(), { isSignedIn: true, hasPasskeys: true })
  await staff.passkeys.require(true, ADA)
  const refused = await forget()
  assert.deepEqual(refused.json(), { isSignedIn: false, hasPasskeys: true })
  assert.match(String(refused.headers['set-cookie']), /^desk-device=[^,]+$/)
})

it('when too many passwords wait to be hashed, further ones get 429, and a link stays valid once', async (t) => {
  const { choose, staff } = await setUp(t)
  const token = await staff.people.reset(ADA)
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => choose(token, 'grout between the tiles')),
  )
  const statuses = answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(new Set(statuses), new Set([200, 422, 429]))
  assert.equal(statuses.filter((status) => status === 200).length, 1)
  assert.equal(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'], '1')
})

it('a sign-in fails when the password is removed while it is checked', async (t) => {
  const { signInWith, staff } = await setUp(t)
  const { find } = staff.people
  t.mock.method(staff.people, 'find', async (email: string) => {
    const member = await find(email)
    await staff.people.reset(email)
    return member
  })
  const answer = await signInWith(ADA, PASSWORD)
  assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [401, undefined])
})

it('signing in sets a new cookie, whatever the browser sent', async (t) => {
  const { signInWith, call, desk } = await setUp(t)
  const planted = `desk=${'A'.repeat(43)}`
  const answer = await signInWith(' ADA@kitchens.example', PASSWORD, { headers: { cookie: planted } })
  const [cookie, device] = cookiesOf(answer)
  assert.notEqual(cookie, planted)
  assert.deepEqual(answer.headers['set-cookie'], [
    `${cookie}; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict`,
    `${device}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict`,
  ])
  assert.equal((await call(planted)('GET', 'session')).statusCode, 401)
  assert.equal((await call(`theme=dark; ${cookie}`)('GET', 'session')).statusCode, 200)
  for (const secret of [cookie, device])
    assert.deepEqual(await tablesWith(secret.split('=')[1] ?? '', desk.db), [])
})

it('a browser keeps the token that we issued, and no other', async (t) => {
  const { signInWith, knownBrowser } = await setUp(t)
  const deviceAfter = async (cookie: string) =>
    cookiesOf(await signInWith(ADA, PASSWORD, { headers: { cookie } }))[1]
  const issued = await knownBrowser(GRACE)
  assert.equal(await deviceAfter(issued), issued)
  const planted = `desk-device=${'A'.repeat(43)}`
  assert.notEqual(await deviceAfter(planted), planted)
})

it('over https the cookie has the __Host- prefix, and one without is not accepted', async (t) => {
  const secure = await testDesk(t, { config: { trustProxy: ['127.0.0.1'] } })
  const headers = { 'x-forwarded-proto': 'https' }
  const payload = { email: ADA, password: PASSWORD }
  const answer = await secure.app.inject({ method: 'POST', url: '/api/desk/session', payload, headers })
  for (const cookie of [answer.headers['set-cookie'] ?? []].flat())
    assert.match(
      cookie,
      /^__Host-desk(-device)?=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
  const [value] = cookiesOf(answer)
  assert.equal((await secure.call(value)('GET', 'session', undefined, headers)).statusCode, 200)
  const plain = value.replace('__Host-', '')
  assert.equal((await secure.call(plain)('GET', 'session', undefined, headers)).statusCode, 401)
})

it('passwords are accepted over https, and over plain http on the same machine only', async (t) => {
  const direct = await testDesk(t)
  const proxied = await testDesk(t, { config: { trustProxy: ['127.0.0.1'] } })
  const forwarded = { 'x-forwarded-for': '203.0.113.7' }
  const https = { ...forwarded, 'x-forwarded-proto': 'https' }
  for (const [{ app }, headers, expected] of [
    [direct, { host: 'localhost:3000' }, 200],
    [direct, { host: '[::1]:3000' }, 200],
    [direct, { host: '192.168.1.5:3000' }, 403],
    [direct, { host: 'kitchens.example' }, 403],
    // A proxy that is not trusted.
    [direct, { host: 'localhost:3000', ...https }, 403],
    [proxied, { host: 'kitchens.example', ...https }, 200],
    [proxied, { host: 'kitchens.example', ...forwarded }, 403],
    [proxied, { host: 'localhost:3000', ...forwarded }, 403],
  ] as const) {
    const post = (path: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api/desk/${path}`, payload, headers })
    const signedIn = await post('session', { email: ADA, password: PASSWORD })
    assert.equal(signedIn.statusCode, expected, JSON.stringify(headers))
    const chosen = await post('password', { token: 'x', password: PASSWORD })
    assert.equal(chosen.statusCode, expected === 200 ? 422 : expected)
  }
})

it('a request that the page makes by itself does not prolong the session', async (t) => {
  const { write, desk, ask } = await setUp(t)
  const hourAgo = new Date(Date.now() - 3600_000).toISOString()
  await write(sql`update desk_sessions set seen_at = ${hourAgo}`)
  const unused = query(sql`select 1 from desk_sessions where seen_at = ${hourAgo}`, {})
  const isUnused = async () => (await desk.db.all(unused)).length > 0
  assert.equal((await ask('GET', 'unanswered', undefined, { [UNATTENDED]: '1' })).statusCode, 200)
  assert.ok(await isUnused())
  assert.equal((await ask('GET', 'unanswered')).statusCode, 200)
  assert.equal(await isUnused(), false)
})

it('the audit list has sign-ins, sign-outs and new passwords, without what strangers typed', async (t) => {
  const { signInWith, choose, ask, staff, audited, lines } = await setUp(t)
  const remoteAddress = '203.0.113.7'
  await signInWith(ADA, WRONG, { remoteAddress })
  await signInWith('my secret password', 'oops', { remoteAddress: '::ffff:203.0.113.8' })
  await signInWith(GRACE, PASSWORD, { remoteAddress: '2001:db8::9' })
  await ask('DELETE', 'session')
  const token = await staff.people.reset(ADA)
  for (const password of ['short', 'a window over the sink', 'a window over the sea'])
    await choose(token, password)
  assert.deepEqual(await audited(8), [
    `${ADA} signed in 127.0.0.1`,
    `${ADA} password set 127.0.0.1`,
    `operator password reset ${ADA}`,
    `${ADA} signed out `,
    `${GRACE} signed in 2001:db8::9`,
    'unknown address sign-in refused 203.0.113.8',
    `${ADA} sign-in refused 203.0.113.7`,
    `${ADA} signed in `,
  ])
  assert.doesNotMatch(lines.join(''), /secret|ada@/)
})

it('strangers on many networks add at most ten refused sign-ins for each account to the audit list', async (t) => {
  const { signInWith, staff, lines, write } = await setUp(t)
  for (let nth = 0; nth < 13; nth++) {
    // As after an hour without a guess.
    await write(sql`delete from desk_sign_in_failures`)
    for (const who of [`unknown-${nth}@kitchens.example`, GRACE])
      await signInWith(who, WRONG, { remoteAddress: `203.0.113.${nth}` })
  }
  const refused = (await staff.audit.list()).filter(({ what }) => what === 'sign-in refused')
  for (const listed of ['unknown address', GRACE])
    assert.equal(refused.filter(({ who }) => who === listed).length, 10)
  assert.equal(lines.filter((line) => line.includes('Sign-in refused')).length, 26)
})

it('the log has one line per refused sign-in, which fail2ban can read', async (t) => {
  const { signInWith, lines } = await setUp(t)
  await signInWith(ADA, WRONG, { remoteAddress: '203.0.113.7' })
  const refused = lines.filter((line) => line.includes('Sign-in refused'))
  assert.equal(refused.length, 1)
  // The filter of docs/operations.md.
  const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  const filter = /^failregex = (.+)$/m.exec(guide)?.[1] ?? ''
  const pattern = new RegExp(filter.replace('<ADDR>', '(?<address>[\\d.]+)'))
  assert.equal(pattern.exec(refused[0] ?? '')?.groups?.address, '203.0.113.7')
})

it('colleagues are listed with name and address only', async (t) => {
  const { ask, staff } = await setUp(t)
  await staff.people.add({ name: 'Lin', email: 'a.lin@kitchens.example' })
  assert.deepEqual((await ask('GET', 'people')).json(), [
    { name: 'Ada', email: ADA },
    { name: 'Grace', email: GRACE },
    { name: 'Lin', email: 'a.lin@kitchens.example' },
  ])
})
