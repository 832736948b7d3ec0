import assert from 'node:assert/strict'
import { it } from 'node:test'
import { PASSWORD, testDesk } from '../../testing/desk.ts'

it('of more passwords at once than there is memory for, the rest are told to come again', async (t) => {
  const { app, desk, lines } = await testDesk(t)
  const token = await desk.people.reset('ada@kitchens.example')
  const payload = { token, password: 'grout between the tiles' }
  const choose = () => app.inject({ method: 'POST', url: '/api/desk/password', payload })
  const signIn = () =>
    app.inject({
      method: 'POST',
      url: '/api/desk/session',
      payload: { email: 'grace@kitchens.example', password: PASSWORD },
      remoteAddress: '203.0.113.1',
    })
  const choosing = Array.from({ length: 80 }, choose)
  await Promise.any(choosing.map(async (one) => assert.equal((await one).statusCode, 429)))
  // So few that none is slowed for itself. The password is right, so nobody may hear that it is wrong.
  const signedIn = await Promise.all(Array.from({ length: 10 }, signIn))
  assert.ok(signedIn.some(({ statusCode }) => statusCode === 429))
  assert.equal(
    signedIn.some(({ statusCode }) => statusCode === 401),
    false,
  )
  const answers = await Promise.all(choosing)
  const statuses = answers.map(({ statusCode }) => statusCode)
  // The link is good once, so those that come to their turn after the first find it used up.
  assert.deepEqual(new Set(statuses), new Set([204, 422, 429]))
  assert.equal(statuses.filter((status) => status === 204).length, 1)
  assert.equal(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after'], '1')
  assert.equal(lines.join('').includes('A request failed'), false)
})

it('nobody is signed in whose password is taken away while it is looked at', async (t) => {
  const { app, desk } = await testDesk(t)
  const { find } = desk.people
  t.mock.method(desk.people, 'find', async (email: string) => {
    const member = await find(email)
    await desk.people.reset(email)
    return member
  })
  const payload = { email: 'ada@kitchens.example', password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/desk/session', payload })
  assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [401, undefined])
})

it('what is longer than any password is not composed, which would hold up everybody', async (t) => {
  const { app } = await testDesk(t)
  const composed: number[] = []
  const { normalize } = String.prototype
  t.mock.method(String.prototype, 'normalize', function (this: string, form: string) {
    composed.push(this.length)
    return normalize.call(this, form)
  })
  const password = `a${'\u0301\u0327'.repeat(3900)}`
  const payload = { email: 'ada@kitchens.example', password }
  const answer = await app.inject({ method: 'POST', url: '/api/desk/session', payload })
  assert.equal(answer.statusCode, 401)
  assert.ok(Math.max(...composed) < password.length, `${Math.max(...composed)} units`)
})
