import assert from 'node:assert/strict'
import { type Opened, onEveryDatabase, testDesk } from './test-desk.ts'

const contract: Record<string, (opened: Opened) => Promise<void>> = {
  'a session is known to another server, and sign-out ends it everywhere': async ({
    ask,
    t,
    again,
    signIn,
    call,
  }) => {
    const other = await testDesk(t, { driver: again() })
    const cookie = await signIn()
    assert.equal((await other.call(cookie)('GET', 'session')).json().person.name, 'Ada')
    assert.equal((await ask('DELETE', 'session')).statusCode, 204)
    assert.equal((await other.call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal((await call(cookie)('GET', 'projects')).statusCode, 401)
  },

  'a link is good for one password, and reset makes another': async ({ app, desk, call, signIn }) => {
    const choose = (token: string, password: string) =>
      app.inject({ method: 'POST', url: '/api/desk/password', payload: { token, password } })
    const token = await desk.people.add('Lin', 'Lin@Kitchens.example')
    assert.ok(token)
    assert.equal(await desk.people.add('Lin', 'lin@kitchens.example '), null)
    assert.equal((await choose(token, 'short')).json().problem, 'too short')
    assert.equal((await choose(token, 'x'.repeat(1025))).json().problem, 'too long')
    assert.equal((await choose(token, 'Password1234!')).json().problem, 'too common')
    assert.equal((await choose(token, 'a door to the yard')).statusCode, 204)
    assert.equal((await choose(token, 'a door to the moon')).json().problem, 'link is used up')

    const cookie = await signIn()
    const fresh = await desk.people.reset('ada@kitchens.example')
    assert.ok(fresh)
    assert.equal((await call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal(await signIn(), 'undefined')
    assert.equal((await choose(fresh, 'a window over the sink')).statusCode, 204)
    assert.equal(await desk.people.remove('lin@kitchens.example'), true)
    assert.equal(await desk.people.remove('lin@kitchens.example'), false)
  },
}

await onEveryDatabase('The people of the desk', contract)
