import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { it } from 'node:test'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import type { EmailJsConfig } from '../../config/mail-url.ts'
import { describeError } from '../../lib/errors.ts'
import { startEmailJs } from '../../testing/emailjs.ts'
import { startHttp } from '../../testing/http.ts'
import { freePort } from '../../testing/server-process.ts'
import { DOUBT_MS, MailRefusal } from '../mailer.ts'
import { openEmailJs } from './open-emailjs.ts'

const answers = sampleAnswers()
const mail = {
  project: { id: 'aaaaaaaaaaaaaaaaaaaaaa', createdAt: new Date(0), answers },
  revision: 1,
  revisedAt: new Date(0),
  isUpdate: false,
  unknown: {},
  changed: [],
}

const configOf = (origin: string, more: Partial<EmailJsConfig> = {}): EmailJsConfig => ({
  driver: 'emailjs',
  origin,
  publicKey: 'pub',
  privateKey: null,
  serviceId: 'svc',
  templateId: 'tpl',
  asForm: false,
  ...more,
})

it('the call has the body of the service’s own library, and the form data alone as parameters', async (t) => {
  const service = await startEmailJs(t)
  await openEmailJs(configOf(service.origin), 0).sendProject(mail)
  await openEmailJs(configOf(service.origin, { privateKey: 'priv' }), 0).sendProject(mail)
  const common = {
    lib_version: '5.0.2',
    user_id: 'pub',
    service_id: 'svc',
    template_id: 'tpl',
    template_params: { ...answers },
  }
  assert.deepEqual(
    service.received.map(({ path, fields }) => [path, fields]),
    [
      ['/api/v1.0/email/send', common],
      ['/api/v1.0/email/send', { ...common, accessToken: 'priv' }],
    ],
  )
})

it('the form variant sends the answers as fields of the form', async (t) => {
  const service = await startEmailJs(t)
  await openEmailJs(configOf(service.origin, { asForm: true }), 0).sendProject(mail)
  assert.equal(service.received[0]?.path, '/api/v1.0/email/send-form')
  const common = { ...answers, lib_version: '5.0.2', service_id: 'svc', template_id: 'tpl', user_id: 'pub' }
  assert.deepEqual(service.received[0]?.fields, common)
  await openEmailJs(configOf(service.origin, { asForm: true, privateKey: 'priv' }), 0).sendProject(mail)
  assert.deepEqual(service.received[1]?.fields, { ...common, accessToken: 'priv' })
})

const refusals: Record<
  string,
  { status: number; text: string; permanent: boolean; headers?: Record<string, string> }
> = {
  'a missing key': { status: 400, text: 'The public key is required. Visit', permanent: true },
  'a block list': { status: 403, text: 'Forbidden', permanent: true },
  'calls from servers not allowed': {
    status: 403,
    text: 'API calls are disabled for non-browser applications',
    permanent: true,
  },
  throttling: { status: 429, text: 'Too Many Requests', permanent: false },
  'headless browsers blocked': { status: 451, text: 'Unavailable For Headless Browser', permanent: true },
  'a request that was too slow': { status: 408, text: 'Request Timeout', permanent: false },
  'a failing service': { status: 500, text: 'Internal', permanent: false },
  'a redirect, which is not followed': {
    status: 302,
    text: '',
    permanent: true,
    headers: { location: 'http://127.0.0.1:1/' },
  },
  'a dropped connection': { status: 0, text: 'Network Error', permanent: false },
}

for (const [title, { status, text, permanent, headers = {} }] of Object.entries(refusals)) {
  it(`${title} is ${permanent ? 'for somebody to put right' : 'patience'}`, async (t) => {
    const service = await startEmailJs(t)
    service.refusal = { status, text, headers }
    await assert.rejects(
      openEmailJs(configOf(service.origin), 0).sendProject(mail),
      (error) =>
        error instanceof MailRefusal &&
        error.permanent === permanent &&
        error.message.includes(`${status} ${text}`),
    )
  })
}

it('an account that refuses everything is known as failing until it takes an e-mail', async (t) => {
  const service = await startEmailJs(t)
  const mailer = openEmailJs(configOf(service.origin), 0)
  const attempt = async (status: number) => {
    service.refusal = status === 200 ? null : { status, text: 'refused' }
    await mailer.sendProject(mail).catch(() => {})
  }
  await mailer.check()
  await attempt(500)
  await mailer.check()
  await attempt(403)
  // Everybody who asks is answered from this, and the log has it each time: nothing that may quote an answer.
  await assert.rejects(mailer.check(), { message: 'The e-mail service: 403' })
  await attempt(500)
  await assert.rejects(mailer.check(), /403/)
  await attempt(200)
  await mailer.check()

  // One that nobody tries again, since it was erased or settled, is no news after a while.
  let now = performance.now() + 24 * 3600_000
  t.mock.method(performance, 'now', () => now)
  await attempt(403)
  now += 2 * 3600_000 - 1
  await assert.rejects(mailer.check(), /403/)
  now += 1
  await mailer.check()
})

it('a service that is not there is known as failing before the first e-mail, and asked once for all', async (t) => {
  const port = await freePort()
  const mailer = openEmailJs(configOf(`http://127.0.0.1:${port}`), 0)
  const [first, second] = await Promise.allSettled([mailer.check(), mailer.check()])
  assert.match(describeError(Object(first).reason), /^The e-mail service: 0 Network Error .*ECONNREFUSED/)
  assert.equal(Object(second).reason, Object(first).reason)

  const service = await startEmailJs(t)
  await openEmailJs(configOf(service.origin), 0).check()
  assert.equal(service.received.length, 0)
})

it('a service that has just taken an e-mail is there, whatever was found before', async (t) => {
  const service = await startEmailJs(t)
  const mailer = openEmailJs(configOf(service.origin), 0)
  service.refusal = { status: 0, text: '' }
  await assert.rejects(mailer.check())
  service.refusal = null
  await mailer.sendProject(mail)
  await mailer.check()
})

for (const [title, then] of Object.entries({
  'breaks off': (response: ServerResponse) => response.destroy(),
  'never ends': () => {},
})) {
  it(`an e-mail that was taken is sent, also when the rest of the answer ${title}`, {
    timeout: 10_000,
  }, async (t) => {
    const origin = await startHttp(t, (_request, response) => {
      response.writeHead(200, { 'content-length': 10 })
      response.write('OK', () => then(response))
    })
    const { response } = await openEmailJs(configOf(origin), 0).sendProject(mail)
    assert.match(response, /^200 (OK)?$/)
  })
}

it('a visitor sets no parameter of the service itself, nor an answer of ours', async (t) => {
  const service = await startEmailJs(t)
  const unknown = {
    template_id: 'other',
    to_email: 'x@example.com',
    accessToken: 'x',
    email: 'other@example.com',
    oldQuestion: 'yes',
  }
  for (const asForm of [false, true]) {
    await openEmailJs({ ...configOf(service.origin), asForm }, 0).sendProject({ ...mail, unknown })
    const said = JSON.stringify(service.received.at(-1)?.fields)
    assert.match(said, /oldQuestion/)
    assert.doesNotMatch(said, /to_email|other|accessToken/)
  }
})

it('how long to wait is taken from the answer to too many, if it says so in seconds', async (t) => {
  const service = await startEmailJs(t)
  for (const [said, ms] of Object.entries({ 7: 7000, 0: 1000, '-7': 1000, Infinity: 1000, tomorrow: 1000 })) {
    service.refusal = { status: 429, text: 'Too Many Requests', headers: { 'retry-after': said } }
    await assert.rejects(
      openEmailJs(configOf(service.origin), 0).sendProject(mail),
      (error) => error instanceof MailRefusal && error.retryAfterMs === ms,
      said,
    )
  }
})

it('an answer without words is an answer', async (t) => {
  const origin = await startHttp(t, (_request, response) => void response.writeHead(204).end())
  assert.equal((await openEmailJs(configOf(origin), 0).sendProject(mail)).response, '204 ')
})

it('of an answer without end the beginning is read, and the line is given up', async (t) => {
  const closed = Promise.withResolvers<void>()
  const origin = await startHttp(t, (_request, response) => {
    response.writeHead(500).on('close', closed.resolve)
    const goOn = () =>
      void (response.destroyed || response.write('x'.repeat(10_000), () => setImmediate(goOn)))
    goOn()
  })
  await assert.rejects(
    openEmailJs(configOf(origin), 0).sendProject(mail),
    (error) => error instanceof MailRefusal && error.message.length < 300,
  )
  await closed.promise
})

it('a service that may have it is not given the next copy soon, and one that cannot have it is', async (t) => {
  const service = await startEmailJs(t)
  const refusalOf = async (origin: string) => {
    const error = await openEmailJs(configOf(origin), 0)
      .sendProject(mail)
      .catch((caught: unknown) => caught)
    assert.ok(error instanceof MailRefusal)
    return error
  }
  for (const status of [0, 504]) {
    service.refusal = { status, text: '', headers: {} }
    assert.equal((await refusalOf(service.origin)).retryAfterMs, DOUBT_MS, String(status))
  }
  const away = await refusalOf(`http://127.0.0.1:${await freePort()}`)
  assert.equal(away.retryAfterMs, undefined)
  assert.match(describeError(away), /ECONNREFUSED/)
})

it('told to stop, it waits no longer for the service', { timeout: 10_000 }, async (t) => {
  const stopping = new AbortController()
  const origin = await startHttp(t, () => stopping.abort())
  await assert.rejects(
    openEmailJs(configOf(origin), 0).sendProject(mail, stopping.signal),
    (error) =>
      error instanceof MailRefusal &&
      error.message.includes('no answer in time') &&
      error.retryAfterMs === DOUBT_MS,
  )
})

it('calls are paced, and one that would wait too long is left for later', async (t) => {
  const [service, other] = [await startEmailJs(t), await startEmailJs(t)]
  const paced = openEmailJs(configOf(service.origin), 300)
  const usual = openEmailJs(configOf(other.origin))
  const started = performance.now()
  await Promise.all([paced, paced, paced, usual, usual].map((mailer) => mailer.sendProject(mail)))
  assert.ok(Number(other.received[1]?.at) - started > 990)
  // Since they were asked for: on a busy machine one may arrive late, and the next right after it.
  const [, second = 0, third = 0] = service.received.map(({ at }) => at - started)
  assert.ok(second > 290 && third > 590, `${second} and ${third} ms`)

  const slow = openEmailJs(configOf(service.origin), 60_000)
  await slow.sendProject(mail)
  await assert.rejects(
    slow.sendProject(mail),
    (error) => error instanceof MailRefusal && !error.permanent && Number(error.retryAfterMs) > 50_000,
  )
})
