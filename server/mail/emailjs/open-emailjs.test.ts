import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sentAnswers } from '../../../questionnaire/answers.ts'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import type { EmailJsConfig } from '../../config/mail-url.ts'
import { describeError } from '../../lib/errors.ts'
import { defaultSettings } from '../../testing/default-settings.ts'
import { startEmailJs } from '../../testing/emailjs.ts'
import { startHttp } from '../../testing/http.ts'
import { sampleMail } from '../../testing/sample-mail.ts'
import { freePort } from '../../testing/server-process.ts'
import { MailRefusal } from '../mailer.ts'
import { openEmailJs } from './open-emailjs.ts'

const answers = sentAnswers(sampleAnswers())
const mail = sampleMail()

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

const settings = () => defaultSettings

it('the call has the same body as one of the service’s own library', async (t) => {
  const service = await startEmailJs(t)
  const send = (more: Partial<EmailJsConfig>) =>
    openEmailJs(configOf(service.origin, more), settings, 0).sendProject(mail)
  await send({})
  await send({ privateKey: 'priv' })
  await send({ asForm: true })
  await send({ asForm: true, privateKey: 'priv' })
  const ids = { lib_version: '5.0.2', user_id: 'pub', service_id: 'svc', template_id: 'tpl' }
  const json = { ...ids, template_params: { ...answers } }
  const form = { ...ids, ...answers }
  assert.deepEqual(
    service.received.map(({ path, fields }) => [path, fields]),
    [
      ['/api/v1.0/email/send', json],
      ['/api/v1.0/email/send', { ...json, accessToken: 'priv' }],
      ['/api/v1.0/email/send-form', form],
      ['/api/v1.0/email/send-form', { ...form, accessToken: 'priv' }],
    ],
  )
})

it('a visitor can set neither a parameter of the service nor an answer', async (t) => {
  const service = await startEmailJs(t)
  const extraAnswers = {
    template_id: 'other',
    to_email: 'x@example.com',
    accessToken: 'x',
    email: 'other@example.com',
    oldQuestion: 'yes',
  }
  for (const asForm of [false, true]) {
    await openEmailJs(configOf(service.origin, { asForm }), settings, 0).sendProject({
      ...mail,
      extraAnswers,
    })
    const fields = JSON.stringify(service.received.at(-1)?.fields)
    assert.match(fields, /oldQuestion/)
    assert.doesNotMatch(fields, /to_email|other|accessToken/)
  }
})

it('an answer other than 2xx is a refusal, and one without a body is not', async (t) => {
  const service = await startEmailJs(t)
  service.refusal = { status: 403, text: 'API calls are disabled for non-browser applications' }
  await assert.rejects(openEmailJs(configOf(service.origin), settings, 0).sendProject(mail), {
    message: 'The email service: 403 API calls are disabled for non-browser applications',
    permanent: true,
  })
  const origin = await startHttp(t, (_request, response) => void response.writeHead(204).end())
  assert.equal((await openEmailJs(configOf(origin), settings, 0).sendProject(mail)).response, '204 ')
})

it('the check reports a permanent refusal until an email is accepted, or for two hours', async (t) => {
  const service = await startEmailJs(t)
  const mailer = openEmailJs(configOf(service.origin), settings, 0)
  const attempt = async (status: number) => {
    service.refusal = status === 200 ? null : { status, text: 'refused' }
    await mailer.sendProject(mail).catch(() => {})
  }
  await mailer.check()
  await attempt(500)
  await mailer.check()
  await attempt(403)
  // The log repeats this message, so it must not quote the email.
  await assert.rejects(mailer.check(), { message: 'The email service: 403' })
  await attempt(500)
  await assert.rejects(mailer.check(), /403/)
  await attempt(200)
  await mailer.check()

  let now = performance.now() + 24 * 3600_000
  t.mock.method(performance, 'now', () => now)
  await attempt(403)
  now += 2 * 3600_000 - 1
  await assert.rejects(mailer.check(), /403/)
  now += 1
  await mailer.check()
})

it('the check reports a service that cannot be reached, and asks it once for all callers', async () => {
  const mailer = openEmailJs(configOf(`http://127.0.0.1:${await freePort()}`), settings, 0)
  const [first, second] = await Promise.allSettled([mailer.check(), mailer.check()])
  assert.match(describeError(Object(first).reason), /^The email service: 0 Network Error .*ECONNREFUSED/)
  assert.equal(Object(second).reason, Object(first).reason)
})

it('the check succeeds once the service has accepted an email', async (t) => {
  const service = await startEmailJs(t)
  const mailer = openEmailJs(configOf(service.origin), settings, 0)
  service.refusal = { status: 0, text: '' }
  await assert.rejects(mailer.check())
  service.refusal = null
  await mailer.sendProject(mail)
  await mailer.check()
})

it('calls are one second apart, and one that would wait too long is left for later', async (t) => {
  const service = await startEmailJs(t)
  const mailer = openEmailJs(configOf(service.origin), settings)
  const startedAt = performance.now()
  await Promise.all([mailer.sendProject(mail), mailer.sendProject(mail)])
  assert.ok(Number(service.received[1]?.at) - startedAt > 990)

  const slow = openEmailJs(configOf(service.origin), settings, 60_000)
  await slow.sendProject(mail)
  await assert.rejects(
    slow.sendProject(mail),
    (error) => error instanceof MailRefusal && !error.permanent && Number(error.retryAfterMs) > 50_000,
  )
})
