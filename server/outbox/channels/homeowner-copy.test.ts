import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it, type TestContext } from 'node:test'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { type Mailer, MailRefusal } from '../../mail/mailer.ts'
import { testDesk } from '../../testing/desk.ts'
import { readEmail } from '../../testing/read-email.ts'
import { eventually } from '../../testing/server-process.ts'
import { startOutboxLoop } from '../loop.ts'
import { createHomeownerCopy } from './homeowner-copy.ts'

const siteUrl = 'https://kitchens.example'

/** The real server with HOMEOWNER_COPY. `sendAll` runs the loop until nothing is left. */
async function testCopies(t: TestContext) {
  const opened = await testDesk(t, {
    settings: { homeownerCopy: true, profile: { hours: 'every day, midnight to midnight' } },
    config: { siteUrl },
  })
  const { services, emails, directory } = opened
  return {
    ...opened,
    async sendAll(mailer: Mailer = services.mailer) {
      const homeowner = createHomeownerCopy({ ...services, ...services.config, mailer, siteUrl })
      const loop = startOutboxLoop({ ...services, channels: { ...services.channels, homeowner } })
      t.after(() => loop.stop())
      await eventually(async () => (await Array.fromAsync(services.queue.unsent())).length === 0)
      await loop.stop()
    },
    copies: async () =>
      (await emails()).map(readEmail).filter(({ headers }) => headers.get('to') !== 'owner@kitchens.example'),
    files: async () => readdir(join(directory, 'outbox')),
  }
}

it('a homeowner gets one copy, with the options they chose and a link, and no word they typed', async (t) => {
  const { submit, copies, sendAll, app, files } = await testCopies(t)
  const typed = { newKitchenImportantFeature: 'Buy <b>pills</b>', remodellingReasons: 'Spam, typed at Other' }
  const answers = sampleAnswers(typed)
  const id = await submit(typed)
  // A change is not a second copy.
  await submit({ ...typed, city: 'Newtown' }, id)
  await sendAll()
  const [copy, ...others] = await copies()
  assert.ok(copy && others.length === 0)
  const { headers, text, html } = copy
  assert.equal(headers.get('to'), answers.email)
  assert.equal(headers.get('reply-to'), 'owner@kitchens.example')
  assert.match(text, new RegExp(answers.typeOfArchitecture))
  assert.match(html, new RegExp(answers.typeOfArchitecture))
  assert.match(html, /<span style="white-space:nowrap">\$800-3000<\/span>/)
  assert.match(html, /<span style="white-space:nowrap">F-D-A<\/span>/)
  for (const part of [text, html]) {
    assert.match(part, /We are open every day, midnight to midnight\./)
    assert.match(part, /To see what you typed, follow the link above/)
    assert.ok(!part.includes(answers.fearsForHiringKitchenRemodeler.slice(-20)), 'no fears')
  }
  for (const word of ['pills', 'Spam', answers.firstName, answers.lastName, answers.streetAddress, 'Newtown'])
    for (const part of [text, html, headers.get('subject') ?? ''])
      assert.ok(!part.includes(word), `the copy says ${word}`)

  const link = /https:\/\/kitchens\.example(\/brief\/\S+)/.exec(text)?.[1] ?? ''
  assert.equal((await app.inject(link)).statusCode, 200)
  assert.equal((await files()).length, 3)
  await app.inject({ method: 'DELETE', url: `/api${link.replace('brief', 'briefs')}` })
  assert.deepEqual(await files(), [])
})

it('a corrected address gets one copy, also while that for the address before is being sent', async (t) => {
  const { submit, sendAll, services, app } = await testCopies(t)
  const id = await submit({ email: 'wrong@home.example' })
  const [claimed = assert.fail('no copy')] = await services.queue.claimDue('homeowner', 1)
  await submit({ email: 'right@home.example' }, id)
  await services.queue.markFailed(claimed, { reason: 'down', permanent: false })
  const sent: { readonly to: string; readonly briefUrl: string }[] = []
  await sendAll({ ...services.mailer, sendCopy: async (copy) => void sent.push(copy) })
  assert.deepEqual(
    sent.map(({ to }) => to),
    ['right@home.example'],
  )
  assert.equal((await app.inject(sent[0]?.briefUrl.replace(siteUrl, '') ?? '')).statusCode, 200)
})

it('a copy that failed is sent again with the same link, and one that was refused for good is not', async (t) => {
  const { submit, copies, sendAll, services, lines } = await testCopies(t)
  const attempts: string[] = []
  await submit({ email: 'me@home.example' })
  await submit({ email: 'nobody@home.example' })
  await sendAll({
    ...services.mailer,
    async sendCopy(copy, signal) {
      attempts.push(`${copy.to} ${copy.briefUrl}`)
      if (copy.to === 'nobody@home.example')
        throw new MailRefusal('550 no such person <nobody@home.example>', { permanent: true })
      if (attempts.length === 1) throw new MailRefusal('451 later', { permanent: false })
      await services.mailer.sendCopy?.(copy, signal)
    },
  })
  assert.equal((await copies()).length, 1)
  assert.deepEqual([attempts.length, new Set(attempts).size], [3, 2])
  assert.doesNotMatch(lines.join('\n'), /home\.example/)
})
