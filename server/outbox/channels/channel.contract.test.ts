import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { after, describe, it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import { withDeadline } from '../../lib/deadline.ts'
import { openFiles } from '../../mail/files/open-files.ts'
import { type Mailer, MailRefusal } from '../../mail/mailer.ts'
import { claimedMessage } from '../../testing/claimed-message.ts'
import { defaultSettings } from '../../testing/default-settings.ts'
import { startFirestore } from '../../testing/firestore.ts'
import { startFirestoreProxy } from '../../testing/firestore-proxy.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import type { Channel, ChannelKind } from '../channel.ts'
import type { ClaimedMessage } from '../message.ts'
import { createDocumentChannel } from './document.ts'
import { createHomeownerCopy, hashOfEmail } from './homeowner-copy.ts'
import { createSpecialistEmail } from './specialist-email.ts'
import { createWebhookChannel, type WebhookAttempt } from './webhook.ts'

interface Opened {
  readonly channel: Channel
  /** What the other side does with the next attempts. A refusal quotes the visitor. */
  answer: 'accept' | 'refuse' | 'hang'
  /** The ids under which the messages arrived. */
  readonly arrived: () => Promise<readonly (string | undefined)[]>
}

const answers = sampleAnswers()
const quote = `no ${answers.firstName} ${answers.lastName} <${answers.email}> of ${answers.city}`
const alerts = { send: () => {}, isQuiet: () => false }
const log = pino({ enabled: false })
const signal = new AbortController().signal

function claimed(kind: ChannelKind): ClaimedMessage {
  const { message, ...rest } = claimedMessage(kind === 'webhook' ? 'webhook:1' : kind)
  const detail = kind === 'homeowner' ? { token: 'token', emailHash: hashOfEmail(answers.email) } : {}
  return { ...rest, message: { ...message, detail } }
}

async function openMail(t: TestContext, create: (mailer: Mailer) => Channel): Promise<Opened> {
  const directory = await temporaryDirectory(t)
  const files = openFiles({ directory, from: 'guide@kitchens.example' }, settings)
  const answered = async (signal?: AbortSignal) => {
    if (opened.answer === 'refuse') throw new MailRefusal(`451 ${quote}`, { permanent: false })
    if (opened.answer === 'hang')
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  }
  const mailer: Mailer = {
    ...files,
    sendProject: (mail, signal) => answered(signal).then(() => files.sendProject(mail, signal)),
    sendCopy: (copy, signal) => answered(signal).then(() => files.sendCopy?.(copy, signal)),
  }
  const opened: Opened = { channel: create(mailer), answer: 'accept', arrived: () => readdir(directory) }
  return opened
}

const firestore = await startFirestore()
after(async () => {
  if (typeof firestore !== 'string') await firestore.close()
})

const settings = () => defaultSettings

const channels: Readonly<Record<ChannelKind, (t: TestContext) => Promise<Opened>>> = {
  async document(t) {
    const { client, proxy, documents } = await startFirestoreProxy(
      t,
      typeof firestore === 'string' ? '' : firestore.host,
    )
    proxy.answer = ({ pass, response }) => {
      if (opened.answer === 'accept') return void pass()
      if (opened.answer === 'refuse') response.writeHead(503).end(quote)
    }
    const opened: Opened = {
      channel: createDocumentChannel(client, alerts),
      answer: 'accept',
      arrived: async () => (await documents()).map(({ name }) => name),
    }
    return opened
  },
  specialist: (t) =>
    openMail(t, (mailer) => createSpecialistEmail({ settings, mailer, log, alerts, deskUrl: () => null })),
  homeowner: (t) =>
    openMail(t, (mailer) =>
      createHomeownerCopy({ settings, mailer, log, siteUrl: 'https://kitchens.example' }),
    ),
  async webhook(t) {
    const receiver = await startReceiver(t)
    receiver.answer = (_, response) => {
      if (opened.answer !== 'hang') response.writeHead(opened.answer === 'accept' ? 200 : 500).end(quote)
    }
    const secrets = [`whsec_${randomBytes(32).toString('base64')}`]
    const webhooks = {
      find: async () => ({ address: receiver.url, isOn: true, secrets }),
      // The desk may be unable to store what it shows.
      record: async (_channel: string, _attempt: WebhookAttempt) => Promise.reject(new Error('offline')),
      setOn: async () => null,
    }
    const opened: Opened = {
      channel: createWebhookChannel({ webhooks, alerts, webhookAllowPrivate: true }),
      answer: 'accept',
      arrived: async () => receiver.received.map(({ id }) => id),
    }
    return opened
  },
}

for (const [name, open] of Object.entries(channels)) {
  const kind = name as ChannelKind
  const skip = kind === 'document' && typeof firestore === 'string' ? firestore : false
  describe(`the channel ${kind}`, { skip }, () => {
    it('sends a message under the same id at every attempt', async (t) => {
      const opened = await open(t)
      const [one, other] = [claimed(kind), claimed(kind)]
      // The second time as if the outcome of the first had not been recorded.
      for (const message of [one, one, other])
        assert.deepEqual(await opened.channel.send(message, signal), { kind: 'sent' })
      assert.equal(new Set(await opened.arrived()).size, 2)
    })

    it('returns a failure as an outcome, without personal data', async (t) => {
      const opened = await open(t)
      opened.answer = 'refuse'
      const outcome = await opened.channel.send(claimed(kind), signal)
      assert.ok(outcome.kind === 'failed' && !outcome.failure.permanent && outcome.failure.reason !== '')
      for (const word of [answers.firstName, answers.lastName, answers.email, answers.city])
        assert.ok(!JSON.stringify(outcome).includes(word), word)
    })

    it('ends an attempt that is aborted', async (t) => {
      const opened = await open(t)
      opened.answer = 'hang'
      const controller = new AbortController()
      const sending = opened.channel.send(claimed(kind), controller.signal)
      await pause(100)
      controller.abort()
      assert.equal((await withDeadline(sending, 3000, 'The attempt')).kind, 'failed')
    })

    it('drops a message whose project is gone', async (t) => {
      const opened = await open(t)
      assert.deepEqual(await opened.channel.send({ ...claimed(kind), project: null }, signal), {
        kind: 'dropped',
      })
      assert.deepEqual(await opened.arrived(), [])
    })
  })
}
