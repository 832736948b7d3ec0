import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PASSWORD, testDesk } from '../testing/desk.ts'
import { MAX_PASSKEY_ID_LENGTH, relyingPartyOf } from './webauthn.ts'

// What needs a real passkey is in e2e/desk/passkeys.spec.ts.

const ADA = 'ada@kitchens.example'
const laptop = { id: 'AAAA', name: 'Laptop', publicKey: 'AAAA', counter: 0, transports: [] }

it('while passkeys are required, the right password of a person with a passkey counts as a wrong one', async (t) => {
  const { app, staff, ask, lines } = await testDesk(t)
  await staff.passkeys.add(ADA, laptop)
  assert.equal((await ask('PUT', 'passkeys-required', { isRequired: true })).statusCode, 204)
  assert.deepEqual((await ask('GET', 'passkeys-required')).json(), { isRequired: true })
  const signIn = (password: string) =>
    app.inject({ method: 'POST', url: '/api/desk/session', payload: { email: ADA, password } })
  const answerTo = async (password: string) => {
    const { statusCode, body, headers } = await signIn(password)
    return { statusCode, body, headers: { ...headers, date: '' } }
  }
  const right = await answerTo(PASSWORD)
  assert.equal(right.statusCode, 401)
  assert.deepEqual(right, await answerTo('not it at all, no'))
  const [, entry] = await staff.audit.list()
  assert.deepEqual([entry?.what, entry?.detail], ['sign-in refused', '127.0.0.1, without a passkey'])
  assert.equal(lines.filter((line) => line.includes('Sign-in refused')).length, 2)
  for (let nth = 0; nth < 10; nth++) await signIn(PASSWORD)
  assert.equal((await signIn(PASSWORD)).statusCode, 429)
})

it('a passkey is made for SITE_URL, or else for the host, and checks the person', async (t) => {
  const named = await testDesk(t, { config: { siteUrl: 'https://xn--kchen-kva.example' } })
  const unnamed = await testDesk(t)
  for (const [{ ask, app }, host, id] of [
    [named, 'localhost:3000', 'xn--kchen-kva.example'],
    [unnamed, 'localhost:3000', 'localhost'],
    [unnamed, '127.0.0.1:3000', 'localhost'],
    [unnamed, '[::1]:3000', 'localhost'],
    [unnamed, 'localhost', 'localhost'],
  ] as const) {
    const creation = (await ask('POST', 'account/passkeys/options', undefined, { host })).json()
    assert.deepEqual(creation.rp, { name: 'Renegade Remodelers', id })
    const { residentKey, userVerification } = creation.authenticatorSelection
    assert.deepEqual([residentKey, userVerification], ['required', 'required'])
    const url = '/api/desk/session/passkey/options'
    const request = (await app.inject({ method: 'POST', url, headers: { host } })).json()
    assert.deepEqual([request.rpId, request.userVerification], [id, 'required'])
    assert.equal(request.allowCredentials, undefined)
  }
  const malformed = { host: 'localhost:1@evil.example' }
  assert.equal((await unnamed.ask('POST', 'account/passkeys/options', undefined, malformed)).statusCode, 400)
})

it('a response is expected from SITE_URL with its port, or else from the host of the request', () => {
  const request = { host: '127.0.0.1:4000', protocol: 'http' } as const
  for (const [siteUrl, id, origin] of [
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
    ['https://kitchens.example:8443', 'kitchens.example', 'https://kitchens.example:8443'],
    [null, 'localhost', 'http://127.0.0.1:4000'],
  ] as const)
    assert.deepEqual(relyingPartyOf(request, siteUrl), { id, origin })
})

it('whatever is not a passkey is refused, and nothing happens', async (t) => {
  const { app, ask, staff } = await testDesk(t)
  await staff.passkeys.add(ADA, laptop)
  await staff.passkeys.userHandle(ADA)
  const responses = [null, 5, 'AAAA', [], {}, { id: 5 }, { id: 'x'.repeat(9000) }, { id: 'AAAA' }]
  for (const [index, response] of [
    ...responses,
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: '{' } },
    { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'bnVsbA' } },
  ].entries()) {
    const signIn = await app.inject({
      method: 'POST',
      url: '/api/desk/session/passkey',
      payload: { response },
      // A client that fails often has to wait.
      remoteAddress: `203.0.113.${index}`,
    })
    assert.equal(signIn.statusCode, 422, JSON.stringify(response))
    const added = await ask('POST', 'account/passkeys', { name: 'Phone', response })
    assert.deepEqual([added.statusCode, added.json().problem], [422, 'invalid passkey'])
  }
  for (const name of [undefined, 5, '', '  ', 'x'.repeat(61), 'two\nlines', '\ud800'])
    assert.equal((await ask('POST', 'account/passkeys', { name, response: {} })).statusCode, 400)
  for (const isRequired of [undefined, 'true', 1])
    assert.equal((await ask('PUT', 'passkeys-required', { isRequired })).statusCode, 400)
  assert.equal((await ask('DELETE', 'account/passkeys/BBBB')).json().problem, 'unknown passkey')
  assert.equal((await staff.passkeys.list(ADA)).length, 1)
})

it('a passkey with the longest id is removed', async (t) => {
  const { staff, ask } = await testDesk(t)
  const id = 'A'.repeat(MAX_PASSKEY_ID_LENGTH)
  await staff.passkeys.add(ADA, { ...laptop, id })
  assert.equal((await ask('DELETE', `account/passkeys/${id}`)).statusCode, 204)
})

it('a client that fails to sign in with passkeys has to wait, and made-up ones are not on the audit list', async (t) => {
  const { app, staff } = await testDesk(t)
  await staff.passkeys.add(ADA, laptop)
  const before = await staff.audit.list()
  const signIn = async (id: string, remoteAddress = '127.0.0.1') => {
    const payload = { response: { id } }
    return (await app.inject({ method: 'POST', url: '/api/desk/session/passkey', payload, remoteAddress }))
      .statusCode
  }
  const outcomes: number[] = []
  for (let nth = 0; nth < 12; nth++) outcomes.push(await signIn(`made-up-${nth}`))
  assert.deepEqual([outcomes[0], outcomes.at(-1)], [422, 429])
  assert.deepEqual(await staff.audit.list(), before)
  assert.equal(await signIn(laptop.id, '203.0.113.7'), 422)
  const [entry] = await staff.audit.list()
  assert.deepEqual([entry?.who, entry?.detail], [ADA, '203.0.113.7, invalid passkey'])
})

it('a flood of requests for challenges is slowed down', async (t) => {
  const { app } = await testDesk(t)
  const statuses = []
  for (let nth = 0; nth < 70; nth++)
    statuses.push((await app.inject({ method: 'POST', url: '/api/desk/session/passkey/options' })).statusCode)
  assert.deepEqual([statuses[0], statuses.at(-1)], [200, 429])
})
