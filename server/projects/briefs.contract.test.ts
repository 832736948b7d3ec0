import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentAnswers } from '../../questionnaire/answers.ts'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import { type Opened, onEveryDatabase, tablesWith } from '../testing/desk.ts'
import { readEmail } from '../testing/read-email.ts'
import { testApp } from '../testing/test-app.ts'
import { findBrief, queueCopy } from './briefs.ts'

const DAY_MS = 24 * 3600_000

await onEveryDatabase('briefs', {
  async 'a brief shows the answers and how far the business is'(opened) {
    const { app, ask, desk } = opened
    const { id, token } = await submitWithBrief(opened)
    const stateNow = async () => (await findBrief(token, desk.db, new Date()))?.state
    assert.equal(await stateNow(), 'Received')
    await ask('POST', `projects/${id}/events`, { kind: 'assigned', to: 'grace@kitchens.example', version: 0 })
    assert.equal(await stateNow(), 'In review')
    await ask('POST', `projects/${id}/events`, { kind: 'contact', how: 'Called' })
    assert.equal(await stateNow(), 'Contacted')

    const page = await app.inject(`/brief/${token}`)
    assert.equal(page.statusCode, 200)
    assert.match(page.body, new RegExp(`${sampleAnswers().firstName}: Contacted`))
    assert.equal(page.headers['cache-control'], 'no-store')
    assert.equal(page.headers['x-robots-tag'], 'noindex')
    assert.equal(page.headers['referrer-policy'], 'no-referrer')
    const body = (await app.inject(`/api/briefs/${token}`)).json()
    assert.deepEqual(body, { id, answers: sentAnswers(sampleAnswers()) })
  },

  async 'only a hash of the token is stored once the copy was sent, and no token appears in the log'(opened) {
    const { app, desk, lines } = opened
    const { token } = await submitWithBrief(opened)
    await app.inject(`/brief/${token}`)
    assert.deepEqual(await tablesWith(token, desk.db), [])
    assert.doesNotMatch(lines.join('\n'), new RegExp(token))
  },

  async 'a link that has ended looks like an unknown one'(opened) {
    const { app } = opened
    const { token } = await submitWithBrief(opened, {}, new Date(Date.now() - 92 * DAY_MS))
    const ended = await app.inject(`/brief/${token}`)
    const unknown = await app.inject(`/brief/${UNKNOWN}`)
    assert.equal(ended.statusCode, 410)
    assert.equal(unknown.statusCode, 410)
    assert.equal(ended.body, unknown.body)
    assert.equal((await app.inject(`/api/briefs/${token}`)).statusCode, 404)
  },

  async 'a link works until the day that its page names has ended in every time zone'(opened) {
    const { token } = await submitWithBrief(opened, {}, new Date('2026-03-01T20:00:00Z'))
    const at = (time: string) => findBrief(token, opened.desk.db, new Date(time))
    assert.equal((await at('2026-05-30T23:59:59-05:00'))?.lastDay, '2026-05-30')
    assert.notEqual(await at('2026-05-30T23:59:59-12:00'), null)
    assert.equal(await at('2026-05-31T00:00:00-12:00'), null)
  },

  async 'the homeowner erases the project as the desk does, and the desk can see it'(opened) {
    const { app, ask, staff, desk, emails, put } = opened
    const { id, token } = await submitWithBrief(opened)
    const erase = () => app.inject({ method: 'DELETE', url: `/api/briefs/${token}` })
    assert.equal((await erase()).statusCode, 204)
    assert.deepEqual(await tablesWith(id, desk.db), [])
    const [entry] = await staff.audit.list()
    assert.deepEqual([entry?.who, entry?.what, entry?.detail], ['The homeowner', 'erased', '1 project'])
    assert.equal((await app.inject(`/brief/${token}`)).statusCode, 410)
    assert.equal((await erase()).statusCode, 404)
    // A late retry of the visitor's page does not bring it back.
    assert.equal((await put(id, sampleAnswers())).statusCode, 200)
    assert.equal((await ask('GET', `projects/${id}`)).statusCode, 404)
    assert.ok((await emails()).every((one) => !one.includes(sampleAnswers().email)))
  },

  async 'the owners learn when a homeowner erases a project, and nothing of the homeowner'(opened) {
    const { app, ask, emails } = opened
    const { id, token } = await submitWithBrief(opened)
    const sent = await emails()
    await ask('POST', `projects/${id}/events`, { kind: 'status', to: 'Won', reason: '', version: 0 })
    await app.inject({ method: 'DELETE', url: `/api/briefs/${token}` })
    // Waits for the notices.
    await app.close()
    const notices = (await emails()).filter((email) => !sent.includes(email)).map(readEmail)
    assert.deepEqual(
      notices.map(({ headers }) => headers.get('to')),
      ['ada@kitchens.example'],
    )
    const text = notices[0]?.text ?? ''
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    assert.ok(text.includes(`project of ${today}. Its status was “Won”.`), text)
    const { firstName, lastName, email, city } = sampleAnswers()
    for (const secret of [id, firstName, lastName, email, city]) assert.ok(!text.includes(secret), secret)
  },

  async 'a page of another site can neither read nor erase'(opened) {
    const { app } = opened
    const { token } = await submitWithBrief(opened)
    const headers = { 'sec-fetch-site': 'cross-site' }
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await app.inject({ method, url: `/api/briefs/${token}`, headers })).statusCode, 403)
    assert.equal((await app.inject(`/brief/${token}`)).statusCode, 200)
  },

  async 'a project gets one brief, and a mailbox three a day'(opened) {
    const { desk } = opened
    const found = async (token: string) => (await findBrief(token, desk.db, new Date())) !== null
    const { id, token } = await submitWithBrief(opened)
    assert.equal(await found(token), true)
    assert.equal(await takeToken(opened, projectOf(id)), 'none')

    const made = []
    for (let count = 0; count < 3; count++)
      made.push(await submitWithBrief(opened, { firstName: `${count}` }))
    assert.deepEqual(await Promise.all(made.map((one) => found(one.token))), [true, true, false])
    const email = sampleAnswers().email.replace('@', '+kitchen@').toUpperCase()
    assert.equal(await found((await submitWithBrief(opened, { email })).token), false)
    assert.equal(await found((await submitWithBrief(opened, { email: 'other@home.example' })).token), true)
    const tomorrow = new Date(Date.now() + DAY_MS)
    assert.equal(await found((await submitWithBrief(opened, {}, tomorrow)).token), true)
  },
})

const projectOf = (id: string, changes = {}, createdAt = new Date()) => ({
  id,
  sentEarly: false,
  answers: sampleAnswers(changes),
  source: noSource,
  createdAt,
})

/** Submits a project and takes the token out of the copy for its homeowner; `none` if there is no copy. */
async function submitWithBrief(opened: Opened, changes = {}, now = new Date()) {
  const id = await opened.submit(changes)
  return { id, token: await takeToken(opened, projectOf(id, changes, now)) }
}

async function takeToken(
  { write, services: { queue } }: Opened,
  project: ReturnType<typeof projectOf>,
): Promise<string> {
  await write(...queueCopy(project, project.createdAt))
  const [claimed] = await queue.claimDue('homeowner', 1)
  if (!claimed) return 'none'
  await queue.markSent(claimed)
  return String(claimed.message.detail.token)
}

const UNKNOWN = 'A'.repeat(22)

test('a client that asks for too many briefs is refused', async (t) => {
  const { app } = await testApp(t, { config: { rateLimit: 1 } })
  const url = `/brief/${UNKNOWN}`
  assert.equal((await app.inject(url)).statusCode, 410)
  const refused = await app.inject(url)
  assert.equal(refused.statusCode, 429)
  assert.equal(refused.body, 'Too many requests. Please try again in a minute.\n')
  assert.equal((await app.inject(`/api${url.replace('brief', 'briefs')}`)).statusCode, 429)
})
