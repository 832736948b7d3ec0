import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { TRAP_HEADER } from '../../questionnaire/visit-signals.ts'
import { indexAndQueueCopy } from '../desk/briefs/briefs.ts'
import { type Mailer, MailRefusal } from '../mail/mailer.ts'
import { openSqlite } from '../store/sqlite/open-sqlite.ts'
import { testDesk } from '../testing/desk.ts'
import { readEmail } from '../testing/read-email.ts'
import { sampleId } from '../testing/sample-id.ts'
import { eventually } from '../testing/server-process.ts'
import { allOf, temporaryDirectory } from '../testing/test-app.ts'
import { startOutboxLoop } from './outbox-loop.ts'

const siteUrl = 'https://kitchens.example'

/** The real server with HOMEOWNER_COPY, and the loop once it is started. */
async function testCopies(t: TestContext, change: (mailer: Mailer) => Mailer = (mailer) => mailer) {
  const path = join(await temporaryDirectory(t), 'projects.db')
  const driver = openSqlite(path, { indexStatements: indexAndQueueCopy })
  const opened = await testDesk(t, { driver, config: { homeownerCopy: true, siteUrl } })
  const { services, emails, directory } = opened
  return {
    ...opened,
    start() {
      const mailer = change(services.mailer)
      const loop = startOutboxLoop({ ...services, mailer, siteUrl, webhookAllowPrivate: false })
      t.after(() => loop.stop())
    },
    waiting: async () => (await allOf(services.store.outbox.unsent())).length,
    copies: async () =>
      (await emails()).map(readEmail).filter(({ headers }) => headers.get('to') !== 'owner@kitchens.example'),
    files: async () => readdir(join(directory, 'outbox')),
  }
}

it('a homeowner gets one copy, with the options they chose and a link, and no word they typed', async (t) => {
  const { submit, copies, waiting, start, app, files } = await testCopies(t)
  const typed = { newKitchenImportantFeature: 'Buy <b>pills</b>', remodellingReasons: 'Spam, typed at Other' }
  const answers = sampleAnswers(typed)
  const id = await submit(typed)
  // A change is not a second copy.
  await submit({ ...typed, city: 'Newtown' }, id)
  start()
  await eventually(async () => (await copies()).length === 1 && (await waiting()) === 0)
  const [copy] = await copies()
  assert.ok(copy)
  const { headers, text, html } = copy
  assert.equal(headers.get('to'), answers.email)
  assert.equal(headers.get('reply-to'), 'owner@kitchens.example')
  assert.match(text, new RegExp(answers.typeOfArchitecture))
  assert.match(html, new RegExp(answers.typeOfArchitecture))
  assert.match(text, /\$800-3000/)
  for (const word of ['pills', 'Spam', answers.firstName, answers.lastName, answers.streetAddress, 'Newtown'])
    for (const part of [text, html, headers.get('subject') ?? ''])
      assert.ok(!part.includes(word), `the copy says ${word}`)

  const link = /https:\/\/kitchens\.example(\/brief\/\S+)/.exec(text)?.[1] ?? ''
  assert.equal((await app.inject(link)).statusCode, 200)
  assert.equal((await files()).length, 3)
  await app.inject({ method: 'DELETE', url: `/api${link.replace('brief', 'briefs')}` })
  assert.deepEqual(await files(), [])
})

it('a suspicious project gets its copy when it is released', async (t) => {
  const { put, ask, copies, waiting, start } = await testCopies(t)
  const id = sampleId()
  await put(id, sampleAnswers(), { [TRAP_HEADER]: '1' })
  assert.equal(await waiting(), 0)
  await ask('POST', 'suspicious/release', { ids: [id] })
  start()
  await eventually(async () => (await copies()).length === 1)
})

it('an address that comes after the copy was counted gets none', async (t) => {
  const { submit, copies, waiting, start } = await testCopies(t)
  const id = await submit({ email: 'me@home.example' })
  await submit({ email: 'victim@home.example' }, id)
  start()
  await eventually(async () => (await waiting()) === 0)
  assert.deepEqual(await copies(), [])
})

it('a copy that failed is sent again with the same link, and one that was refused for good is not', async (t) => {
  const links: string[] = []
  let refused = 0
  const { submit, copies, waiting, start, lines } = await testCopies(t, (mailer) => ({
    ...mailer,
    async sendCopy(copy, signal) {
      if (copy.to === 'nobody@home.example') {
        refused += 1
        throw new MailRefusal('550 no such person <nobody@home.example>', { permanent: true })
      }
      links.push(copy.briefUrl)
      if (links.length === 1) throw new MailRefusal('451 later', { permanent: false })
      await mailer.sendCopy?.(copy, signal)
    },
  }))
  await submit({ email: 'me@home.example' })
  await submit({ email: 'nobody@home.example' })
  start()
  await eventually(async () => (await waiting()) === 0)
  assert.equal((await copies()).length, 1)
  assert.equal(links.length, 2)
  assert.equal(links[0], links[1])
  assert.equal(refused, 1)
  assert.doesNotMatch(lines.join('\n'), /home\.example/)
})
