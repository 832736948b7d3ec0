import assert from 'node:assert/strict'
import { inHours, type Opened, onEveryDatabase, testDesk } from '../../testing/desk.ts'

const ADA = 'ada@kitchens.example'

const choose = ({ app }: Pick<Opened, 'app'>, token: string, password: string) =>
  app.inject({ method: 'POST', url: '/api/desk/password', payload: { token, password } })

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
    const { person, warmAfter, hotAfter } = (await other.call(cookie)('GET', 'session')).json()
    assert.deepEqual([person, warmAfter, hotAfter], [{ name: 'Ada', email: ADA }, 15, 60])
    const grace = call(await signIn('grace@kitchens.example'))
    const ended = await ask('DELETE', 'session')
    assert.equal(ended.statusCode, 204)
    assert.match(String(ended.headers['set-cookie']), /^desk=; Path=\/; Max-Age=0;/)
    assert.equal((await other.call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal((await call(cookie)('GET', 'projects')).statusCode, 401)
    assert.equal((await grace('GET', 'session')).statusCode, 200)
  },

  'a link is good for one password, and reset makes another': async (opened) => {
    const { desk, call, signIn } = opened
    const token = await desk.people.add('Lin Featherstone', 'Lin@Kitchens.example')
    assert.ok(token)
    assert.equal(await desk.people.add('Lin', 'lin@kitchens.example '), null)
    assert.equal((await choose(opened, token, 'short')).json().problem, 'too short')
    assert.equal((await choose(opened, token, 'x'.repeat(1025))).json().problem, 'too long')
    assert.equal((await choose(opened, token, 'Password1234!')).json().problem, 'too common')
    for (const own of ['Featherstone 1', 'lin@kitchens.example'])
      assert.equal((await choose(opened, token, own)).json().problem, 'too common', own)
    assert.equal((await choose(opened, token, 'a door to the yard')).statusCode, 204)
    assert.equal((await choose(opened, token, 'a door to the moon')).json().problem, 'link is used up')

    const cookie = await signIn()
    const fresh = await desk.people.reset(ADA)
    assert.ok(fresh)
    assert.equal((await call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal(await signIn(), 'undefined')
    assert.equal((await choose(opened, fresh, 'a window over the sink')).statusCode, 204)
    assert.equal(await desk.people.remove('lin@kitchens.example'), true)
    assert.equal(await desk.people.remove('lin@kitchens.example'), false)
  },

  'a link that was used up while a password was hashed sets none': async ({ desk: { people } }) => {
    const token = (await people.reset(ADA)) ?? ''
    assert.equal(await people.choosePassword(token, ADA, 'the first'), true)
    assert.equal(await people.choosePassword(token, ADA, 'the second'), false)
    assert.equal((await people.find(ADA))?.password, 'the first')
  },

  'a person is found however the address is typed': async ({ desk: { people } }) => {
    await people.add('Zoë', 'zoë@kitchens.example'.normalize('NFD'))
    assert.equal((await people.find(' ZOË@kitchens.example'.normalize('NFC')))?.name, 'Zoë')
  },

  'a link is good for a week': async ({ desk: { people } }) => {
    const token = (await people.reset(ADA)) ?? ''
    assert.equal(await people.addressOfLink(token, inHours(7 * 24 - 1)), ADA)
    assert.equal(await people.addressOfLink(token, inHours(7 * 24 + 1)), null)
  },

  'whom a project can be given to is told by name, and nothing else of them': async ({ ask, desk }) => {
    await desk.people.add('Lin', 'a.lin@kitchens.example')
    assert.deepEqual((await ask('GET', 'people')).json(), [
      { name: 'Ada', email: ADA },
      { name: 'Grace', email: 'grace@kitchens.example' },
      { name: 'Lin', email: 'a.lin@kitchens.example' },
    ])
  },

  'that a link was used is in the audit, and that one was refused is not': async (opened) => {
    const token = (await opened.desk.people.reset(ADA)) ?? ''
    await choose(opened, token, 'short')
    await choose(opened, token, 'a window over the sink')
    await choose(opened, token, 'a window over the sea')
    const noted = (await opened.desk.audit.list()).map(({ who, what }) => `${who} ${what}`)
    assert.deepEqual(noted, [`${ADA} password set`, `${ADA} signed in`])
  },

  'who is removed and added again has neither the session nor the link of before': async (opened) => {
    const { desk, call, signIn } = opened
    const cookie = await signIn()
    const link = await desk.people.add('Lin', 'lin@kitchens.example')
    assert.ok(link)
    for (const [name, email] of [
      ['Ada', ADA],
      ['Lin', 'lin@kitchens.example'],
    ] as const) {
      await desk.people.remove(email)
      await desk.people.add(name, email)
    }
    assert.equal((await call(cookie)('GET', 'session')).statusCode, 401)
    assert.equal((await choose(opened, link, 'a door to the yard')).json().problem, 'link is used up')
  },

  'a new password ends every session from before it': async (opened) => {
    const { desk, call } = opened
    const link = await desk.people.reset(ADA)
    const ada = await desk.people.find(ADA)
    assert.ok(link && ada)
    const session = call(`desk=${await desk.sessions.begin(ada)}`)
    assert.equal((await session('GET', 'session')).statusCode, 200)
    assert.equal((await choose(opened, link, 'a window over the sink')).statusCode, 204)
    assert.equal((await session('GET', 'session')).statusCode, 401)
  },
}

await onEveryDatabase('The people of the desk', contract)
