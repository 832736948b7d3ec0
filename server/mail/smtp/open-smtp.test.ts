import assert from 'node:assert/strict'
import { createServer, type Server, type Socket } from 'node:net'
import { it, type TestContext } from 'node:test'
import type { SMTPServerOptions } from 'smtp-server'
import type { SmtpConfig } from '../../config/mail-url.ts'
import { sampleMail } from '../../testing/sample-mail.ts'
import { eventually } from '../../testing/server-process.ts'
import { startSmtp, trust } from '../../testing/smtp.ts'
import { MailRefusal, UNCERTAIN_RETRY_MS } from '../mailer.ts'
import { openSmtp } from './open-smtp.ts'

const mail = sampleMail()
const from = 'guide@kitchens.example'
const mailTo = ['owner@kitchens.example', 'second@kitchens.example']
const settings = () => ({ brandName: 'Brand', mailTo })
/** Shorter than the mailer's own time-out, so that a test fails where the mailer would wait for it. */
const inTime = { timeout: 20_000 }

async function setUp(t: TestContext, config: Partial<SmtpConfig> = {}, options: SMTPServerOptions = {}) {
  const smtp = await startSmtp(t, options)
  const fullConfig = {
    driver: 'smtp',
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    requireTls: true,
    login: { user: 'guide', pass: 'secret' },
    from,
    ...config,
  } as const
  const mailer = openSmtp(fullConfig, settings, trust)
  t.after(() => mailer.close())
  return { smtp, mailer, config: fullConfig }
}

/** A mailer for a server that the test has written itself. */
async function mailerFor(t: TestContext, server: Server, config: Partial<SmtpConfig> = {}) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = Object(server.address())
  return (await setUp(t, { login: null, requireTls: false, ...config, port })).mailer
}

/** Greets, then passes on each command by its first word, and 'message' for a whole message. */
function talkSmtp(socket: Socket, onCommand: (command: string) => void) {
  socket.on('error', () => {}).write('220 mail.example\r\n')
  let buffered = ''
  let end = '\r\n'
  socket.on('data', (bytes) => {
    buffered += bytes.toString('latin1')
    for (let at = buffered.indexOf(end); at >= 0; at = buffered.indexOf(end)) {
      const command = end === '\r\n' ? (/^\w+/.exec(buffered)?.[0] ?? '') : 'message'
      buffered = buffered.slice(at + end.length)
      end = command === 'DATA' ? '\r\n.\r\n' : '\r\n'
      onCommand(command)
    }
  })
}

const usualReply = (command: string) => (command === 'DATA' ? '354 Go on\r\n' : '250 Fine\r\n')

const refusal = (permanent: boolean, words: RegExp) => (error: unknown) =>
  error instanceof MailRefusal && error.permanent === permanent && words.test(error.message)

const isUncertain = (error: unknown) =>
  error instanceof MailRefusal && error.retryAfterMs === UNCERTAIN_RETRY_MS

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

const refuseMessage = (responseCode: number, text: string): SMTPServerOptions => ({
  onData: (stream, _session, answer) =>
    void stream.resume().on('end', () => answer(smtpError(responseCode, text))),
})

for (const secure of [false, true]) {
  const tls = secure ? 'TLS' : 'STARTTLS'

  it(`sends to all recipients over ${tls}`, async (t) => {
    const { smtp, mailer } = await setUp(t, { secure }, { secure })
    await mailer.sendProject(mail)
    assert.equal(smtp.received[0]?.isSecure, true)
    assert.deepEqual(smtp.received[0]?.to, mailTo)
  })

  it(`does not trust an unknown certificate over ${tls}`, async (t) => {
    const { smtp, config } = await setUp(t, { secure }, { secure })
    await assert.rejects(openSmtp(config, settings).sendProject(mail), refusal(true, /certificate/))
    assert.equal(smtp.received.length, 0)
  })
}

it('the destination names the server and counts the recipients', async (t) => {
  const { mailer, config } = await setUp(t)
  const toOne = openSmtp(config, () => ({ ...settings(), mailTo: ['owner@kitchens.example'] }))
  const server = `through the SMTP server 127.0.0.1:${config.port}`
  assert.equal(mailer.destination, `2 recipients ${server}`)
  assert.equal(toOne.destination, `one recipient ${server}`)
})

it('nothing is sent in plain text if TLS is required', async (t) => {
  const { smtp, mailer } = await setUp(t, {}, { disabledCommands: ['STARTTLS'] })
  await assert.rejects(mailer.sendProject(mail), refusal(true, /TLS/i))
  assert.equal(smtp.received.length, 0)
})

it('any certificate is accepted if TLS is not required', async (t) => {
  const { smtp, config } = await setUp(t, { login: null, requireTls: false }, { authOptional: true })
  await openSmtp(config, settings).sendProject(mail)
  assert.equal(smtp.received[0]?.isSecure, true)
})

it('smtps:// for a server that does not start with TLS is refused with advice', async (t) => {
  const { mailer } = await setUp(t, { secure: true })
  const refused = refusal(true, /wrong version.*use smtp:\/\/ in MAIL_URL\)$/s)
  await assert.rejects(mailer.sendProject(mail), refused)
  await assert.rejects(mailer.check(), refused)
})

for (const [title, tls] of Object.entries({
  'too old': { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  unencrypted: { maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA256@SECLEVEL=0' },
} as const)) {
  it(`TLS that is ${title} is refused`, async (t) => {
    const { smtp, mailer } = await setUp(t, {}, tls)
    await assert.rejects(mailer.sendProject(mail), refusal(true, /SSL|TLS/i))
    assert.equal(smtp.received.length, 0)
  })
}

it('a wrong password, a missing one and a refused recipient are permanent', async (t) => {
  const wrong = await setUp(t, { login: { user: 'guide', pass: 'wrong' } })
  await assert.rejects(wrong.mailer.sendProject(mail), refusal(true, /535/))
  const missing = await setUp(t, { login: { user: 'guide', pass: '' } })
  await assert.rejects(missing.mailer.sendProject(mail), refusal(true, /credentials/))
  const { smtp, mailer } = await setUp(t)
  smtp.refusal = { code: 550 }
  await assert.rejects(mailer.sendProject(mail), refusal(true, /550/))
})

it('a temporary refusal is not permanent, even of the sign-in', async (t) => {
  const { smtp, mailer } = await setUp(t)
  smtp.refusal = { code: 450 }
  await assert.rejects(mailer.sendProject(mail), refusal(false, /450/))
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, answer) =>
    answer(smtpError(454, '4.7.0 Try again'))
  const busy = await setUp(t, {}, { onAuth })
  await assert.rejects(busy.mailer.sendProject(mail), refusal(false, /454/))
})

it('a closed port and an unknown host fail at once and temporarily', { timeout: 5000 }, async (t) => {
  const closed = await setUp(t, { port: 1 })
  await assert.rejects(closed.mailer.sendProject(mail), refusal(false, /ECONNREFUSED/))
  const unknown = await setUp(t, { host: 'mail.invalid' })
  await assert.rejects(unknown.mailer.sendProject(mail), refusal(false, /mail\.invalid/))
})

it('a refused recipient is reported, and the others get the email once', async (t) => {
  const { smtp, mailer } = await setUp(t)
  smtp.refusal = { code: 550, only: 'second@kitchens.example' }
  const { response, rejections } = await mailer.sendProject(mail)
  assert.match(response, /^250 /)
  assert.match(rejections.join('; '), /550 /)
  assert.deepEqual(
    smtp.received.map(({ to }) => to),
    [['owner@kitchens.example']],
  )
})

it('a refusal of a message the server has read is certain, and only its status is for the log', async (t) => {
  for (const [text, redacted] of [
    ['5.7.1 Spam: Jane, 5.1.1 Elm Street', 'SMTP EMESSAGE 554 5.7.1'],
    ['Jane Homeowner', 'SMTP EMESSAGE 554'],
  ] as const) {
    const { mailer } = await setUp(t, {}, refuseMessage(554, text))
    await assert.rejects(mailer.sendProject(mail), {
      message: `SMTP EMESSAGE Message failed: 554 ${text}`,
      permanent: true,
      retryAfterMs: undefined,
      redacted,
    })
  }
})

it("a refusal before the message was sent keeps the server's words in the log", async (t) => {
  const server = createServer((socket) => void socket.on('error', () => {}).end('554 Blocked by a list\r\n'))
  const mailer = await mailerFor(t, server)
  await assert.rejects(mailer.sendProject(mail), { message: /Blocked by a list/, redacted: undefined })
})

for (const lastWords of ['', '25', '250 2.0.0 Taken']) {
  it(`the outcome is unknown if the server hangs up after the message and '${lastWords}'`, async (t) => {
    let copies = 0
    const server = createServer((socket) =>
      talkSmtp(socket, (command) => {
        if (command === 'message') copies += 1
        // The first message is accepted, so that the second uses the same connection.
        if (command === 'message' && copies === 2) socket.end(lastWords)
        else socket.write(usualReply(command))
      }),
    )
    const mailer = await mailerFor(t, server)
    await mailer.sendProject(mail)
    await assert.rejects(mailer.sendProject(mail), isUncertain)
    assert.equal(copies, 2)
  })
}

it('the outcome is unknown if the server has the message and does not answer in time', inTime, async (t) => {
  const deadline = new AbortController()
  const onData: SMTPServerOptions['onData'] = (stream) =>
    void stream.resume().on('end', () => deadline.abort())
  const { smtp, mailer } = await setUp(t, {}, { onData })
  await assert.rejects(mailer.sendProject(mail, deadline.signal), isUncertain)
  smtp.hangUp()
})

for (const stage of ['greeting', 'sign-in', 'recipient']) {
  it(`nothing is sent if the deadline passes before the ${stage} is answered`, inTime, async (t) => {
    const deadline = new AbortController()
    const closed = Promise.withResolvers<void>()
    const answerLate = (at: string, answer: () => void) => {
      if (at !== stage) return answer()
      deadline.abort()
      setTimeout(answer, 50)
    }
    const { smtp, mailer } = await setUp(
      t,
      {},
      {
        onConnect: (_session, answer) => answerLate('greeting', answer),
        onAuth: (_auth, _session, answer) => answerLate('sign-in', () => answer(null, { user: 'guide' })),
        onRcptTo: (_address, _session, answer) => answerLate('recipient', answer),
        onClose: () => closed.resolve(),
      },
    )
    await assert.rejects(
      mailer.sendProject(mail, deadline.signal),
      (error) => error instanceof MailRefusal && error.retryAfterMs === undefined,
    )
    await closed.promise
    assert.equal(smtp.received.length, 0)
  })
}

it('nothing is sent if the deadline passes while the email waits for a connection', inTime, async (t) => {
  const deadline = new AbortController()
  const { smtp, mailer } = await setUp(t)
  const sent = Array.from({ length: 10 }, (_, index) =>
    mailer.sendProject({ ...mail, revision: index + 1 }, index === 9 ? deadline.signal : undefined),
  )
  deadline.abort()
  await assert.rejects(async () => sent[9], refusal(false, /took too long/))
  await Promise.all(sent.slice(0, 9))
  // It went through the queue behind the others.
  await mailer.sendProject(mail)
  assert.equal(smtp.received.filter(({ message }) => message.includes('-r10@')).length, 0)
})

it('emails share connections, and each arrives once', inTime, async (t) => {
  let connections = 0
  const onConnect: SMTPServerOptions['onConnect'] = (_session, answer) => {
    connections += 1
    answer()
  }
  const { smtp, mailer } = await setUp(t, {}, { onConnect })
  const revisions = Array.from({ length: 50 }, (_, index) => index + 1)
  await Promise.all(revisions.map((revision) => mailer.sendProject({ ...mail, revision })))
  assert.equal(new Set(smtp.received.map(({ message }) => message)).size, 50)
  assert.equal(smtp.received.length, 50)
  assert.ok(connections <= 3, String(connections))
})

it('a burst arrives once each although the server accepts only one connection', inTime, async (t) => {
  let open = 0
  let refused = 0
  const { smtp, mailer } = await setUp(
    t,
    { login: null },
    {
      authOptional: true,
      onConnect: (_session, answer) => {
        open += 1
        if (open > 1) refused += 1
        answer(open > 1 ? smtpError(421, '4.7.0 Too many connections') : null)
      },
      onClose: () => {
        open -= 1
      },
    },
  )
  const revisions = Array.from({ length: 200 }, (_, index) => index + 1)
  await Promise.all(revisions.map((revision) => mailer.sendProject({ ...mail, revision })))
  assert.ok(refused > 0)
  assert.equal(new Set(smtp.received.map(({ message }) => message)).size, 200)
  assert.equal(smtp.received.length, 200)
})

it('a server that accepts no connection at all fails within seconds', inTime, async (t) => {
  const onConnect: SMTPServerOptions['onConnect'] = (_session, answer) =>
    answer(smtpError(421, '4.7.0 Too many connections'))
  const { mailer } = await setUp(t, {}, { onConnect })
  const sent = await Promise.allSettled(Array.from({ length: 5 }, () => mailer.sendProject(mail)))
  for (const one of sent) assert.ok(one.status === 'rejected' && refusal(false, /421/)(one.reason))
})

it('a reused connection that the server closes costs no email', inTime, async (t) => {
  const used = new Set<string>()
  let closed = 0
  const { smtp, mailer } = await setUp(
    t,
    {},
    {
      onMailFrom: (_address, session, answer) => {
        const isReused = used.has(session.id)
        used.add(session.id)
        if (isReused && used.size === 3) return smtp.hangUp()
        answer(isReused ? smtpError(421, '4.7.0 Too many') : null)
      },
      onClose: () => {
        closed += 1
      },
    },
  )
  await mailer.sendProject(mail)
  await mailer.sendProject(mail)
  smtp.hangUp()
  await eventually(async () => closed === 2)
  await mailer.sendProject(mail)
  await mailer.sendProject(mail)
  assert.equal(smtp.received.length, 4)
  assert.equal(used.size, 4)
})

it('a connection that was idle for a second is not used again', inTime, async (t) => {
  let connections = 0
  let hasQuit = false
  const server = createServer((socket) => {
    connections += 1
    const isFirst = connections === 1
    talkSmtp(socket, (command) => {
      hasQuit ||= command === 'QUIT'
      if (!isFirst || !hasQuit) socket.write(usualReply(command))
    })
    t.after(() => socket.destroy())
  })
  const mailer = await mailerFor(t, server)
  await mailer.sendProject(mail)
  await eventually(async () => hasQuit)
  await mailer.sendProject(mail)
  assert.equal(connections, 2)
})

it('checks within a minute share one sign-in and leave no connection open', inTime, async (t) => {
  let opened = 0
  let closed = 0
  const { mailer } = await setUp(
    t,
    {},
    {
      onConnect: (_session, answer) => {
        opened += 1
        answer()
      },
      onClose: () => {
        closed += 1
      },
    },
  )
  for (let time = 0; time < 3; time++) await mailer.check()
  await eventually(async () => closed === 1)
  assert.equal(opened, 1)
})

it('without a recipient, emails about projects are refused with what to do, and the check says so', async (t) => {
  const { config, smtp } = await setUp(t)
  const mailer = openSmtp(config, () => ({ ...settings(), mailTo: [] }))
  t.after(() => mailer.close())
  await assert.rejects(mailer.sendProject(mail), /Set MAIL_TO, or the addresses at the desk/)
  await assert.rejects(mailer.check(), /Set MAIL_TO/)
  assert.equal(smtp.received.length, 0)
})
