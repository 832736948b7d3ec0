import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import { pino } from 'pino'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { pricesWithId } from '../../config/settings.ts'
import { MailRefusal, type Receipt } from '../../mail/mailer.ts'
import { createDeskUrl } from '../../staff/desk-url.ts'
import { claimedMessage } from '../../testing/claimed-message.ts'
import { defaultSettings, settingsWith } from '../../testing/default-settings.ts'
import { eventually } from '../../testing/server-process.ts'
import { tameMailer } from '../../testing/tame-mailer.ts'
import { testApp } from '../../testing/test-app.ts'
import type { Message } from '../message.ts'
import { createSpecialistEmail } from './specialist-email.ts'

const answers = sampleAnswers()
const { firstName, lastName, city } = answers
const signal = new AbortController().signal

function setUp(deskUrl: string | null = null) {
  const { mailer, sent } = tameMailer()
  const written: string[] = []
  const log = pino({ base: null }, { write: (line: string) => void written.push(line) })
  const alerts: string[] = []
  const send = (subject: string, text: string) => {
    alerts.push(subject)
    written.push(text)
  }
  const { message, project } = claimedMessage('specialist')
  const channel = createSpecialistEmail({
    settings: () => settingsWith({ TIME_ZONE: 'America/Chicago' }),
    mailer,
    log,
    alerts: { send, isQuiet: () => false },
    deskUrl: () => deskUrl,
  })
  return {
    sent,
    alerts,
    message,
    project,
    /** What the log and the alerts say. */
    written: () => written.join('\n'),
    sendAs: (changes: Partial<Message> = {}) =>
      channel.send(
        { token: 'token', claimedAt: performance.now(), message: { ...message, ...changes }, project },
        signal,
      ),
    accept(receipt: Receipt) {
      mailer.sendProject = async () => receipt
    },
    refuse(error: Error) {
      mailer.send = async () => {
        throw error
      }
    },
  }
}

it('an email says whether it is an update, what has changed, and where the call sheet is', async () => {
  const { sent, sendAs, message, project } = setUp('https://kitchens.example/desk')
  await sendAs()
  await sendAs({ sentRevision: 1, detail: { changed: 'city island' } })
  const callSheetUrl = `https://kitchens.example/desk/projects/${project.id}`
  const mail = {
    project,
    revision: 3,
    revisedAt: message.queuedAt,
    isTest: false,
    extraAnswers: { island: 'yes' },
    timeZone: 'America/Chicago',
    callSheetUrl,
    prices: pricesWithId('', defaultSettings),
  }
  assert.deepEqual(sent, [
    { ...mail, isUpdate: false, changed: [] },
    { ...mail, isUpdate: true, changed: ['city', 'island'] },
  ])
  const withoutDesk = setUp()
  await withoutDesk.sendAs()
  assert.equal(withoutDesk.sent[0]?.callSheetUrl, null)
})

it('the desk has an address once it has a member and SITE_URL is set', async (t: TestContext) => {
  const { services } = await testApp(t)
  const [open, closed] = [
    createDeskUrl(services.staff.people, 'https://kitchens.example', 20),
    createDeskUrl(services.staff.people, null, 20),
  ]
  assert.equal(open(), null)
  await services.staff.people.add({ name: 'Ada', email: 'ada@kitchens.example' })
  await eventually(async () => open() === 'https://kitchens.example/desk')
  assert.equal(closed(), null)
})

it('a temporary failure alerts nobody, and waits as long as the mail service asks', async () => {
  const { alerts, refuse, sendAs } = setUp()
  refuse(new MailRefusal('later', { permanent: false, retryAfterMs: 300_000 }))
  const failure = { reason: 'later', permanent: false, retryAfterMs: 300_000 }
  assert.deepEqual(await sendAs(), { kind: 'failed', failure, loggedReason: 'later' })
  assert.deepEqual(alerts, [])
})

it('a permanent refusal alerts the operator, without the names that the mail server quotes', async () => {
  const { alerts, refuse, sendAs, written } = setUp()
  refuse(new MailRefusal(`554 blocked: ${firstName} ${lastName}, ${city}`, { permanent: true }))
  const outcome = await sendAs()
  assert.equal(outcome.kind === 'failed' && outcome.failure.reason, '554 blocked: [name] [name], [name]')
  assert.deepEqual(alerts, ['mail refused'])
  assert.match(written(), /\(npm run messages\): 554 blocked/)
  for (const word of [firstName, lastName, city]) assert.ok(!written().includes(word), word)
})

it('a reason that was redacted is the only one in the log and the alert', async () => {
  const { refuse, sendAs, written } = setUp()
  refuse(new MailRefusal('554 blocked: JANE HOMEOW', { permanent: true, redacted: 'SMTP 554' }))
  const failure = { reason: '554 blocked: JANE HOMEOW', permanent: true }
  assert.deepEqual(await sendAs(), { kind: 'failed', failure, loggedReason: 'SMTP 554' })
  assert.match(written(), /^The mail service .*: SMTP 554$/)
})

it('the log of a sent email has the server’s id for it, and no names', async () => {
  const { accept, sendAs, written } = setUp()
  const words = `250 Taken: ${firstName} ${lastName.toUpperCase()}, ${city} for grace7@x.example queued as 4F2B1C`
  accept({ response: words, rejections: [] })
  assert.deepEqual(await sendAs(), { kind: 'sent' })
  assert.match(written(), /"response":"250 4F2B1C"/)
})

it('refused recipients alert the operator, and the email counts as sent', async () => {
  const { accept, alerts, sendAs, written } = setUp()
  accept({ response: '250 taken', rejections: ['550 <ada@x.example> unknown', '552 full'] })
  assert.deepEqual(await sendAs(), { kind: 'sent' })
  assert.deepEqual(alerts, ['recipient refused'])
  assert.match(written(), /refuses 2 of our recipients \(MAIL_TO\): 550 <\[address\]> unknown; 552 full/)
})
