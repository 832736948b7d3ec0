import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import type { Members, NewLink } from '../../desk/api.ts'
import { testDesk } from '../testing/desk.ts'
import { readEmail } from '../testing/read-email.ts'
import { eventually } from '../testing/server-process.ts'
import { tameMailer } from '../testing/tame-mailer.ts'
import type { TestOptions } from '../testing/test-app.ts'

const GRACE = 'grace@kitchens.example'
const lin = { name: 'Lin', email: 'lin@kitchens.example', role: 'specialist' }

async function setUp(t: TestContext, options: TestOptions = {}) {
  const opened = await testDesk(t, options)
  const outbox = join(opened.directory, 'outbox')
  /** Waits for the emails, because some are sent after the response. Drafts are not complete yet. */
  const mails = async (count: number) => {
    const finished = async () =>
      (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
    await eventually(async () => (await finished()).length >= count)
    const names = await finished()
    return Promise.all(names.map(async (name) => readEmail(await readFile(join(outbox, name), 'utf8'))))
  }
  const post = (path: string, body: object) => opened.ask('POST', path, body)
  return { ...opened, mails, post }
}

it('a person gets an email when they are reset, get another role or are removed', async (t) => {
  const { post, mails } = await setUp(t, { config: { siteUrl: 'https://kitchens.example' } })
  await post('members/role', { email: GRACE, role: 'owner' })
  await mails(1)
  // Already so: no second email.
  await post('members/role', { email: GRACE, role: 'owner' })
  await post('members/role', { email: GRACE, role: 'specialist' })
  await mails(2)
  const reset: NewLink = (await post('members/reset', { email: GRACE })).json()
  const sent = await mails(3)
  assert.ok(sent.every(({ headers }) => headers.get('to') === GRACE))
  const texts = sent.map(({ text }) => text).join('\n')
  assert.match(texts, /Ada has made you an owner at the Renegade Remodelers desk/)
  assert.match(texts, /Ada has made you a specialist/)
  assert.ok(texts.includes(`https://kitchens.example/desk#set=${reset.token}`))
})

it('a removed person gets an email, and a revoked invitation sends none', async (t) => {
  const { post, mails } = await setUp(t)
  await post('members', lin)
  await post('members/remove', { email: lin.email, reassignTo: null })
  await post('members/remove', { email: GRACE, reassignTo: null })
  const sent = await mails(2)
  assert.equal(sent.length, 2)
  assert.deepEqual(sent.map(({ headers }) => headers.get('subject')).toSorted(), [
    'You were removed from the Renegade Remodelers desk',
    'Your link to the Renegade Remodelers desk',
  ])
})

it('a mail service that only has its own template sends nothing, and the link is in the response', async (t) => {
  const { ask, post, staff } = await setUp(t, { mailer: tameMailer().mailer })
  const { sendsEmails }: Members = (await ask('GET', 'members')).json()
  assert.equal(sendsEmails, false)
  const { token, isEmailed }: NewLink = (await post('members', lin)).json()
  assert.equal(isEmailed, false)
  assert.equal(await staff.people.addressOfLink(token, new Date()), lin.email)
})

it('a request under another name than that of the site emails no link', async (t) => {
  const { ask, emails } = await setUp(t)
  const answer = await ask('POST', 'members', lin, { host: 'evil.example' })
  assert.deepEqual([answer.statusCode, answer.json().isEmailed], [200, false])
  assert.deepEqual(await emails(), [])
})
