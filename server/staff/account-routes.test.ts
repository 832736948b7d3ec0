import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { openSmtp } from '../mail/smtp/open-smtp.ts'
import { defaultSettings } from '../testing/default-settings.ts'
import { PASSWORD, testDesk } from '../testing/desk.ts'
import { readEmail } from '../testing/read-email.ts'
import { eventually } from '../testing/server-process.ts'
import { startSmtp, trust } from '../testing/smtp.ts'
import { tameMailer } from '../testing/tame-mailer.ts'

const ADA = 'ada@kitchens.example'
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

/** A desk that sends its emails to a real mail server. */
async function setUp(t: TestContext, siteUrl: string | null = 'https://kitchens.example') {
  const smtp = await startSmtp(t)
  const from = 'guide@kitchens.example'
  const login = { user: 'guide', pass: 'secret' }
  const server = {
    driver: 'smtp',
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    requireTls: true,
  } as const
  const mailer = openSmtp({ ...server, login, from }, () => defaultSettings, trust)
  t.after(() => mailer.close())
  const opened = await testDesk(t, { mailer, config: { siteUrl } })
  const post = (path: string, payload: object, more: object = {}) =>
    opened.app.inject({ method: 'POST', url: `/api/desk/${path}`, payload, ...more })
  return {
    ...opened,
    post,
    forget: async (email: unknown, more?: object) =>
      (await post('forgotten-password', { email }, more)).statusCode,
    signIn: (password = PASSWORD, headers = {}) => post('session', { email: ADA, password }, { headers }),
    /** Waits for so many emails, and returns all. */
    arrived: async (count: number) => {
      await eventually(async () => smtp.received.length >= count)
      return smtp.received.map(({ message, to }) => ({ to, ...readEmail(message) }))
    },
  }
}

it('a person changes their own account a few times an hour, and nobody else has to wait for that', async (t) => {
  const { ask, call, signIn, staff } = await testDesk(t)
  const statuses = []
  for (let nth = 0; nth < 40; nth++)
    statuses.push((await ask('PUT', 'account/name', { name: `Ada ${nth}` })).statusCode)
  assert.deepEqual([statuses[29], statuses[30], statuses[39]], [204, 429, 429])
  assert.equal((await ask('DELETE', 'account/sessions')).statusCode, 429)
  assert.equal((await ask('GET', 'account')).statusCode, 200)
  const grace = call(await signIn('grace@kitchens.example'))
  assert.equal((await grace('PUT', 'account/name', { name: 'Grace Hopper' })).statusCode, 204)
  assert.equal((await staff.audit.list()).filter(({ what }) => what === 'name changed').length, 31)
})

it('every address gets the same response, and only a known one gets a link, which sets a password', async (t) => {
  const { post, forget, arrived, signIn, lines } = await setUp(t)
  for (const email of ['unknown@kitchens.example', 'no address', '', ` ${ADA.toUpperCase()}`])
    assert.equal(await forget(email, { headers: { host: 'evil.example' } }), 204)
  const [link, ...others] = await arrived(1)
  assert.deepEqual([link?.to, others], [[ADA], []])
  assert.match(link?.text ?? '', /^Hello Ada,/)
  const [, token] = /https:\/\/kitchens\.example\/desk#set=([\w-]{43})\s/.exec(link?.text ?? '') ?? []
  const headers = { 'user-agent': FIREFOX }
  const password = 'a window over the sink'
  assert.equal((await post('password', { token, password }, { headers })).statusCode, 200)
  const [, changed] = await arrived(2)
  assert.match(changed?.headers.get('subject') ?? '', /^Your password .+ was changed$/)
  assert.match(changed?.text ?? '', /, with Firefox on Android\. You were signed out everywhere else/)
  assert.equal((await signIn(password)).statusCode, 200)
  assert.doesNotMatch(lines.join(''), /@kitchens|set=/)
})

it('without SITE_URL, a link starts with the name and port of this machine, and never with another Host', async (t) => {
  const { app, forget, arrived } = await setUp(t, null)
  for (const host of ['localhost:1@evil.example', 'evil.example', 'LOCALHOST:3000'])
    assert.equal(await forget(ADA, { headers: { host } }), 204)
  // Waits for links that are still being sent.
  await app.close()
  const links = (await arrived(1)).map(({ text }) => /\S+#set=/.exec(text)?.[0])
  assert.deepEqual(links, ['http://localhost:3000/desk#set='])
})

it('a sign-in with a browser that was not used before is reported to the person, once', async (t) => {
  const { app, signIn, arrived } = await setUp(t)
  const cookies = (await signIn(PASSWORD, { 'user-agent': FIREFOX })).headers['set-cookie'] ?? []
  const [notice] = await arrived(1)
  assert.deepEqual(notice?.to, [ADA])
  assert.match(notice?.headers.get('subject') ?? '', /^New sign-in/)
  assert.match(notice?.text ?? '', /with Firefox on Android\. .+https:\/\/kitchens\.example\/desk\/account/s)
  const cookie = [cookies].flat().map((one) => one.split(';')[0] ?? '')[1]
  await signIn(PASSWORD, { cookie })
  await signIn('not it at all, no')
  await signIn(PASSWORD)
  // Waits for notices that are still being sent.
  await app.close()
  assert.equal((await arrived(2)).length, 2)
})

it('a client that asks for many links has to wait', async (t) => {
  const { forget } = await setUp(t)
  const outcomes: number[] = []
  for (let time = 0; time < 12; time++) outcomes.push(await forget(`person${time}@kitchens.example`))
  assert.deepEqual(outcomes.slice(0, 9), Array(9).fill(204))
  assert.equal(outcomes.at(-1), 429)
  assert.equal(await forget(ADA, { remoteAddress: '203.0.113.7' }), 204)
})

it('what is not text is no address', async (t) => {
  const { forget } = await setUp(t)
  for (const email of [undefined, [ADA], `${ADA}\0`, 'x'.repeat(255)]) assert.equal(await forget(email), 400)
})

it('the page knows when no link can be emailed', async (t) => {
  const canEmail = async ({ app }: Pick<Awaited<ReturnType<typeof testDesk>>, 'app'>, host: string) =>
    (await app.inject({ url: '/api/desk/forgotten-password', headers: { host } })).json().canEmail
  const [named, unnamed] = [await setUp(t), await setUp(t, null)]
  assert.equal(await canEmail(named, 'anything.example'), true)
  assert.equal(await canEmail(unnamed, 'localhost:3000'), true)
  assert.equal(await canEmail(unnamed, 'anything.example'), false)
  const without = await testDesk(t, { mailer: tameMailer().mailer })
  assert.equal(await canEmail(without, 'localhost:3000'), false)
  assert.equal((await without.ask('GET', 'account')).json().hasNotices, false)
})
