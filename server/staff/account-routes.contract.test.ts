import assert from 'node:assert/strict'
import { type Account, MUST_CONFIRM, PASSKEY_REQUIRED } from '../../desk/api.ts'
import { sql } from '../db/sql.ts'
import { inHours, onEveryDatabase, PASSWORD } from '../testing/desk.ts'

const ADA = 'ada@kitchens.example'
const GRACE = 'grace@kitchens.example'
const ADDRESS = '203.0.113.7'
const NEW = 'a window over the sink'

await onEveryDatabase('One’s own account', {
  'a person sees their own open sessions, newest first, and which of them is this one': async ({
    ask,
    call,
    staff,
    signIn,
    write,
  }) => {
    await write(sql`update desk_sessions set began_at = ${inHours(-2).toISOString()}`)
    const member = await staff.people.find(ADA)
    assert.ok(member)
    await staff.sessions.begin(member, { browser: 'Firefox on Android' })
    await staff.sessions.begin(member, { browser: 'Expired' })
    await write(
      sql`update desk_sessions set seen_at = ${inHours(-22).toISOString()} where browser = 'Expired'`,
    )
    const grace = call(await signIn(GRACE))
    const { sessions, hasNotices }: Account = (await ask('GET', 'account')).json()
    assert.deepEqual(
      sessions.map(({ browser, isThis }) => [browser, isThis]),
      [
        ['Firefox on Android', false],
        ['', true],
      ],
    )
    assert.equal(hasNotices, true)
    assert.equal((await grace('GET', 'account')).json().sessions.length, 1)
  },

  'a person ends one of their own sessions, or all others': async (opened) => {
    const { ask, call, signIn } = opened
    const [phone, laptop] = [call(await signIn()), call(await signIn())]
    const grace = call(await signIn(GRACE))
    const idOf = async (person: typeof ask): Promise<string> =>
      ((await person('GET', 'account')).json() as Account).sessions.find(({ isThis }) => isThis)?.id ?? ''
    const path = `account/sessions/${await idOf(phone)}`
    assert.equal((await grace('DELETE', path)).statusCode, 404)
    assert.equal((await phone('GET', 'session')).statusCode, 200)
    assert.equal((await ask('DELETE', path)).statusCode, 204)
    assert.equal((await phone('GET', 'session')).statusCode, 401)
    assert.equal((await ask('DELETE', path)).statusCode, 404)
    assert.equal((await ask('DELETE', 'account/sessions')).statusCode, 204)
    assert.equal((await laptop('GET', 'session')).statusCode, 401)
    for (const person of [ask, grace]) assert.equal((await person('GET', 'session')).statusCode, 200)
    assert.deepEqual(await opened.audited(2), [`${ADA} other sessions ended `, `${ADA} session ended `])
  },

  'a person changes their name, also on their projects, and nothing else is a name': async (opened) => {
    const { ask, staff, submit, file, inbox } = opened
    const id = await submit()
    await ask('POST', `projects/${id}/events`, { kind: 'assigned', to: ADA, version: 0 })
    assert.equal((await ask('PUT', 'account/name', { name: ' Ada Byron ' })).statusCode, 204)
    assert.equal((await ask('PUT', 'account/name', { name: 'Ada Byron' })).statusCode, 204)
    for (const name of ['', ' ', 'A\nB', 'x'.repeat(101), 'lone \ud800'])
      assert.equal((await ask('PUT', 'account/name', { name })).statusCode, 400, name)
    assert.equal((await ask('PUT', 'account/name', { name: 5 })).statusCode, 400)
    assert.deepEqual(
      (await staff.people.list()).map(({ name }) => name),
      ['Ada Byron', 'Grace'],
    )
    assert.equal((await file(id)).assignee?.name, 'Ada Byron')
    assert.equal((await inbox()).projects[0]?.assignee?.name, 'Ada Byron')
    assert.deepEqual(await opened.audited(2), [`${ADA} name changed Ada → Ada Byron`, `${ADA} signed in `])
  },

  'the current password changes the password, and ends every other session, known browser and link': async (
    opened,
  ) => {
    const { ask, call, staff, signIn } = opened
    const elsewhere = call(await signIn())
    const device = await staff.devices.add(null, ADA)
    const link = (await staff.people.linkForForgotten(ADA, ADDRESS)) ?? ''
    const change = (current: string, password: string) =>
      ask('PUT', 'account/password', { current, password })
    for (const [current, password, problem] of [
      ['not it at all, no', NEW, 'wrong password'],
      [PASSWORD, 'short', 'too short'],
      [PASSWORD, 'RenegadeRemodelers1', 'too common'],
    ] as const) {
      const answer = await change(current, password)
      assert.deepEqual([answer.statusCode, answer.json().problem], [422, problem])
    }
    assert.equal((await elsewhere('GET', 'session')).statusCode, 200)
    const answer = await change(PASSWORD, NEW)
    assert.equal(answer.statusCode, 204)
    const [session = '', browser = ''] = [answer.headers['set-cookie'] ?? []]
      .flat()
      .map((cookie) => cookie.split(';')[0] ?? '')
    assert.equal((await call(session)('GET', 'session')).statusCode, 200)
    assert.match(browser, /^desk-device=/)
    for (const ended of [ask, elsewhere]) assert.equal((await ended('GET', 'session')).statusCode, 401)
    assert.equal(await staff.devices.isKnown(device, ADA), false)
    assert.equal(await staff.people.addressOfLink(link, new Date()), null)
    const member = await staff.people.find(ADA)
    assert.ok(member)
    assert.equal(await staff.people.changePassword({ ...member, password: 'older' }, 'hash'), false)
    assert.deepEqual(await opened.audited(1), [`${ADA} password changed 127.0.0.1`])
  },

  'guesses at the current password are slowed, and signing in is not': async ({ ask, app, write }) => {
    const body = { current: 'not it at all, no', password: NEW }
    for (let guess = 0; guess < 11; guess++)
      assert.equal((await ask('PUT', 'account/password', body)).statusCode, 422)
    await write(sql`update desk_sign_in_failures set failures = 30`)
    assert.equal((await ask('PUT', 'account/password', { ...body, current: PASSWORD })).statusCode, 429)
    const payload = { email: ADA, password: PASSWORD }
    assert.equal((await app.inject({ method: 'POST', url: '/api/desk/session', payload })).statusCode, 200)
  },

  'five minutes after the sign-in, a new passkey and the end of required ones need the password again':
    async ({ ask, staff, write }) => {
      const add = () => ask('POST', 'account/passkeys/options')
      const require = (isRequired: boolean) => ask('PUT', 'passkeys-required', { isRequired })
      const confirm = async (password: string) => {
        const { statusCode, body } = await ask('POST', 'account/confirmation', { password })
        return body === '' ? statusCode : JSON.parse(body).problem
      }
      const minutesAgo = (minutes: number) =>
        write(sql`update desk_sessions set confirmed_at = ${inHours(-minutes / 60).toISOString()}`)
      await minutesAgo(4.5)
      assert.equal((await add()).statusCode, 200)
      await minutesAgo(5.5)
      for (const refused of [await add(), await require(false)])
        assert.deepEqual([refused.statusCode, refused.json().problem], [403, MUST_CONFIRM])
      assert.equal(await confirm('not it at all, no'), 'wrong password')
      assert.equal((await add()).statusCode, 403)
      assert.equal(await confirm(PASSWORD), 204)
      for (const allowed of [await add(), await require(false)]) assert.ok(allowed.statusCode < 300)

      const passkey = { id: 'a', name: 'Laptop', publicKey: '', counter: 0, transports: [] }
      await staff.passkeys.add(ADA, passkey)
      await staff.passkeys.add(GRACE, { ...passkey, id: 'g' })
      await minutesAgo(5.5)
      assert.equal((await require(true)).statusCode, 204)
      assert.equal(await confirm(PASSWORD), PASSKEY_REQUIRED)
      const graces = await ask('POST', 'account/confirmation/passkey', { response: { id: 'g' } })
      assert.equal(graces.json().problem, 'unknown passkey')
      assert.equal((await require(false)).statusCode, 403)
    },

  'a link for a forgotten password changes nothing until it is used, once, within an hour': async (
    opened,
  ) => {
    const { ask, app, staff } = opened
    const link = (await staff.people.linkForForgotten(ADA, ADDRESS)) ?? ''
    assert.equal((await ask('GET', 'session')).statusCode, 200)
    assert.notEqual((await staff.people.find(ADA))?.password, '')
    assert.equal(await staff.people.addressOfLink(link, inHours(0.9)), ADA)
    assert.equal(await staff.people.addressOfLink(link, inHours(1.1)), null)
    const use = async () => {
      const payload = { token: link, password: NEW }
      return (await app.inject({ method: 'POST', url: '/api/desk/password', payload })).statusCode
    }
    assert.deepEqual([await use(), await use()], [200, 422])
    assert.equal((await ask('GET', 'session')).statusCode, 401)
    assert.deepEqual(await opened.audited(3), [
      `${ADA} signed in 127.0.0.1`,
      `${ADA} forgotten password replaced 127.0.0.1`,
      `${ADA} password link sent asked from ${ADDRESS}`,
    ])
  },

  'a person has at most three links for a forgotten password at a time, and none without a password': async ({
    staff: { people },
    write,
  }) => {
    const ask = () => people.linkForForgotten(ADA, ADDRESS)
    const [first] = [await ask(), await ask(), await ask()]
    assert.equal(await ask(), null)
    assert.equal(await people.addressOfLink(first ?? '', new Date()), ADA)
    await write(sql`update desk_links set until = ${inHours(-0.1).toISOString()}`)
    assert.ok(await ask())
    await people.reset(GRACE)
    assert.equal(await people.linkForForgotten(GRACE, ADDRESS), null)
    assert.equal(await people.linkForForgotten('unknown@kitchens.example', ADDRESS), null)
  },
})
