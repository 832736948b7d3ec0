import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { it, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { SMTPServerOptions } from 'smtp-server'
import { sampleAnswers } from '../../../questionnaire/sample-answers.ts'
import type { SmtpConfig } from '../../config/mail-url.ts'
import { readEmail } from '../../testing/mime.ts'
import { eventually } from '../../testing/server-process.ts'
import { startSmtp, trust } from '../../testing/smtp.ts'
import { DOUBT_MS, MailRefusal } from '../mailer.ts'
import { openSmtp } from './smtp.ts'

const mail = {
  project: { id: 'aaaaaaaaaaaaaaaaaaaaaa', createdAt: new Date(0), answers: sampleAnswers() },
  revision: 1,
  revisedAt: new Date(0),
  isUpdate: false,
  unknown: {},
  changed: [],
}
/** Whoever goes on waiting for the other side does so for 25 s. */
const inTime = { timeout: 20_000 }
const login = { user: 'guide', pass: 'secret' }
const parties = { from: 'guide@kitchens.example', to: ['owner@kitchens.example', 'second@kitchens.example'] }

async function setUp(t: TestContext, config: Partial<SmtpConfig> = {}, options: SMTPServerOptions = {}) {
  const smtp = await startSmtp(t, options)
  const whole = {
    driver: 'smtp',
    host: '127.0.0.1',
    port: smtp.port,
    secure: false,
    demandTls: true,
    login,
    parties,
    ...config,
  } as const
  return { smtp, send: () => openSmtp(whole, 'Brand', trust).sendProject(mail), whole }
}

/** To a server that a test wrote itself. */
async function mailerTo(t: TestContext, server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = Object(server.address())
  const { whole } = await setUp(t, { login: null, demandTls: false, port })
  return openSmtp(whole, 'Brand', trust)
}

const refusal = (permanent: boolean, words: RegExp) => (error: unknown) =>
  error instanceof MailRefusal && error.permanent === permanent && words.test(error.message)

it('goes over STARTTLS and over TLS from the first byte, to all recipients', async (t) => {
  const start = await setUp(t)
  await start.send()
  const whole = await setUp(t, { secure: true }, { secure: true })
  await whole.send()
  for (const { received } of [start.smtp, whole.smtp]) {
    assert.equal(received[0]?.isSecure, true)
    assert.deepEqual(received[0]?.to, parties.to)
  }
})

it('sends the very same bytes when it sends a revision again', async (t) => {
  const { smtp, send } = await setUp(t)
  await send()
  await send()
  assert.equal(smtp.received[0]?.message, smtp.received[1]?.message)
  assert.equal(
    readEmail(smtp.received[0]?.message ?? '').headers.get('reply-to'),
    'jane.homeowner@example.com',
  )
})

it('lines that begin with a dot, which would end the message, arrive as they were written', async (t) => {
  const { smtp, whole } = await setUp(t)
  // A letter that has to be quoted makes lines of 76, so that some begin where a dot is.
  const comments = `é${'.'.repeat(500)}\n.\n..`
  const { project } = mail
  const answers = { ...project.answers, additionalComments: comments }
  await openSmtp(whole, 'Brand', trust).sendProject({ ...mail, project: { ...project, answers } })
  const [received] = smtp.received
  assert.match(received?.message ?? '', /^\./m)
  assert.ok(readEmail(received?.message ?? '').text.includes(comments.replaceAll('\n', '\r\n  ')))
})

it('says through which server e-mails go, and to how many', async (t) => {
  const { whole } = await setUp(t)
  const toOne = { ...whole, parties: { ...parties, to: ['owner@kitchens.example'] } }
  const server = `through the SMTP server 127.0.0.1:${whole.port}`
  assert.equal(openSmtp(whole, 'Brand').destination, `2 recipients ${server}`)
  assert.equal(openSmtp(toOne, 'Brand').destination, `one recipient ${server}`)
})

it('never falls back to plain text when TLS is demanded', async (t) => {
  const { smtp, send } = await setUp(t, {}, { disabledCommands: ['STARTTLS'] })
  await assert.rejects(send(), refusal(true, /TLS/i))
  assert.equal(smtp.received.length, 0)
})

for (const secure of [false, true]) {
  it(`does not trust a stranger’s certificate, ${secure ? 'TLS' : 'STARTTLS'}, and somebody has to know`, async (t) => {
    const { smtp, whole } = await setUp(t, { secure }, { secure })
    await assert.rejects(openSmtp(whole, 'Brand').sendProject(mail), refusal(true, /certificate/))
    assert.equal(smtp.received.length, 0)
  })
}

it('STARTTLS that nobody demands is taken with any certificate, as plain text would be', async (t) => {
  const { smtp, whole } = await setUp(t, { login: null, demandTls: false }, { authOptional: true })
  await openSmtp(whole, 'Brand').sendProject(mail)
  assert.deepEqual(
    smtp.received.map(({ isSecure }) => isSecure),
    [true],
  )
})

it('TLS from the first byte where the server begins without is a wrong setting, and somebody has to know', async (t) => {
  const { smtp, send, whole } = await setUp(t, { secure: true })
  const told = refusal(true, /wrong version.*write smtp:\/\/ in MAIL_URL\)$/s)
  await assert.rejects(send(), told)
  await assert.rejects(openSmtp(whole, 'Brand', trust).check(), told)
  assert.equal(smtp.received.length, 0)
})

it('who writes smtp:// already is not told to, where the server promises TLS and speaks none', async (t) => {
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const said = bytes.toString('latin1')
      if (said.startsWith('EHLO')) socket.write('250-mail.example\r\n250 STARTTLS\r\n')
      else socket.write(said.startsWith('STARTTLS') ? '220 Go on\r\n' : '500 What?\r\n')
    })
  })
  const mailer = await mailerTo(t, server)
  await assert.rejects(mailer.sendProject(mail), refusal(true, /wrong version(?!.*MAIL_URL)/s))
})

for (const [title, tls] of Object.entries({
  'is too old': { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  'hides nothing': { maxVersion: 'TLSv1.2', ciphers: 'NULL-SHA256@SECLEVEL=0' },
} as const)) {
  it(`TLS that ${title} is none, and somebody has to know`, async (t) => {
    const { smtp, send } = await setUp(t, {}, tls)
    await assert.rejects(send(), refusal(true, /SSL|TLS/i))
    assert.equal(smtp.received.length, 0)
  })
}

it('a wrong password, none, and a refused recipient are for somebody to put right', async (t) => {
  const wrong = await setUp(t, { login: { user: 'guide', pass: 'wrong' } })
  await assert.rejects(wrong.send(), refusal(true, /535/))
  const forgotten = await setUp(t, { login: { user: 'guide', pass: '' } })
  await assert.rejects(forgotten.send(), refusal(true, /credentials/))
  const refused = await setUp(t)
  refused.smtp.refusal = { code: 550 }
  await assert.rejects(refused.send(), refusal(true, /550/))
})

it('a server that knows no login takes it from one who has a login, and a trusting one from one who has none', async (t) => {
  const knowsNone = await setUp(t, {}, { disabledCommands: ['AUTH'], authOptional: true })
  await knowsNone.send()
  const trusting = await setUp(t, { login: null }, { authOptional: true })
  await trusting.send()
  assert.deepEqual([knowsNone.smtp.received.length, trusting.smtp.received.length], [1, 1])
})

it('what is wrong for now is patience, also at the sign-in', async (t) => {
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, answer) =>
    answer(Object.assign(new Error('4.7.0 Try again'), { responseCode: 454 }))
  const { send } = await setUp(t, {}, { onAuth })
  await assert.rejects(send(), refusal(false, /454/))
})

for (const lastWords of ['', '25', '250 2.0.0 Taken']) {
  it(`a server that breaks off once it has the message, after '${lastWords}', is not given the next copy soon`, async (t) => {
    let copies = 0
    const server = createServer((socket) => {
      socket.write('220 mail.example\r\n')
      let isMessage = false
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        const said = bytes.toString('latin1')
        if (!isMessage) socket.write(said.startsWith('DATA') ? '354 Go on\r\n' : '250 Fine\r\n')
        isMessage ||= said.startsWith('DATA')
        if (!said.endsWith('\r\n.\r\n')) return
        isMessage = false
        copies += 1
        // The first is taken, so that the second comes over a line that has been used.
        if (copies === 1) socket.write('250 Taken\r\n')
        else socket.end(lastWords)
      })
    })
    const mailer = await mailerTo(t, server)
    await mailer.sendProject(mail)
    await assert.rejects(
      mailer.sendProject(mail),
      (error) => error instanceof MailRefusal && error.retryAfterMs === DOUBT_MS,
    )
    assert.equal(copies, 2)
  })
}

it('a connection that breaks while nobody uses it costs nobody an e-mail, nor ends the server', async (t) => {
  let copies = 0
  let broken = 0
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const said = bytes.toString('latin1')
      if (said.endsWith('\r\n.\r\n')) copies += 1
      socket.write(said.startsWith('DATA') ? '354 Go on\r\n' : '250 Fine\r\n')
      if (said.endsWith('\r\n.\r\n')) setTimeout(() => socket.resetAndDestroy(), 50)
    })
    socket.on('close', () => {
      broken += 1
    })
  })
  const mailer = await mailerTo(t, server)
  await mailer.sendProject(mail)
  await eventually(async () => broken === 1)
  await mailer.sendProject(mail)
  assert.equal(copies, 2)
  await mailer.close()
})

it('what a server refuses although it would read on is refused', async (t) => {
  const server = createServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      for (const command of bytes.toString('latin1').split('\r\n').filter(Boolean)) {
        if (command.startsWith('EHLO')) socket.write('250-mail.example\r\n250 PIPELINING\r\n')
        else if (command.startsWith('MAIL')) socket.write('550 5.7.1 Not from you\r\n')
        else socket.write(command.startsWith('DATA') ? '354 Go on\r\n' : '250 Fine\r\n')
      }
    })
  })
  const mailer = await mailerTo(t, server)
  await assert.rejects(mailer.sendProject(mail), refusal(true, /550/))
})

it('what a server refuses once it has read it is refused, and in no doubt', async (t) => {
  const onData: SMTPServerOptions['onData'] = (stream, _session, answer) =>
    void stream
      .resume()
      .on('end', () => answer(Object.assign(new Error('5.7.1 Looks like spam'), { responseCode: 554 })))
  const { send } = await setUp(t, {}, { onData })
  await assert.rejects(
    send(),
    (error) =>
      refusal(true, /554.*spam/)(error) && error instanceof MailRefusal && error.retryAfterMs === undefined,
  )
})

it('the log is to have no words of a server that has read the message, and all of one that has not', async (t) => {
  const brieflyOf = (send: () => Promise<unknown>) => send().catch((error) => Object(error).briefly)
  for (const [words, briefly] of [
    ['5.7.1 Spam: Jane, 5.1.1 Elm Street', 'SMTP EMESSAGE 554 5.7.1'],
    ['Jane Homeowner', 'SMTP EMESSAGE 554'],
  ] as const) {
    const onData: SMTPServerOptions['onData'] = (stream, _session, answer) =>
      void stream.resume().on('end', () => answer(Object.assign(new Error(words), { responseCode: 554 })))
    const { send } = await setUp(t, {}, { onData })
    assert.equal(await brieflyOf(send), briefly)
  }
  const refused = await setUp(t)
  refused.smtp.refusal = { code: 550 }
  assert.equal(await brieflyOf(refused.send), undefined)
  const shut = createServer(
    (socket) => void socket.on('error', () => {}).end('554 5.7.1 Blocked by a list\r\n'),
  )
  const mailer = await mailerTo(t, shut)
  await assert.rejects(mailer.sendProject(mail), { message: /Blocked by a list/, briefly: undefined })
})

it('a message that is longer than the server takes is for somebody to put right', async (t) => {
  const { send } = await setUp(t, {}, { size: 1000 })
  await assert.rejects(send(), refusal(true, /1000/))
})

it('greylisting is patience', async (t) => {
  const { smtp, send } = await setUp(t)
  smtp.refusal = { code: 450 }
  await assert.rejects(send(), refusal(false, /450/))
})

it('one refused recipient of two is told, and the other does not get it twice', async (t) => {
  const { smtp, send } = await setUp(t)
  smtp.refusal = { code: 550, only: 'second@kitchens.example' }
  const { text, refusals } = await send()
  assert.equal(refusals.length, 1)
  assert.match(String(refusals[0]), /550 /)
  assert.match(text, /^250 /)
  assert.deepEqual(
    smtp.received.map(({ to }) => to),
    [['owner@kitchens.example']],
  )
})

it('a server that is not there fails at once', async (t) => {
  const { whole } = await setUp(t)
  const started = performance.now()
  await assert.rejects(
    openSmtp({ ...whole, port: 1 }, 'Brand', trust).sendProject(mail),
    refusal(false, /ECONNREFUSED/),
  )
  assert.ok(performance.now() - started < 3000)
})

it('e-mails that come together share a connection, and each arrives once', inTime, async (t) => {
  let connections = 0
  const onConnect: SMTPServerOptions['onConnect'] = (_session, answer) => {
    connections += 1
    answer()
  }
  let closed = 0
  const onClose = () => {
    closed += 1
  }
  const { smtp, whole } = await setUp(t, {}, { onConnect, onClose })
  const mailer = openSmtp(whole, 'Brand', trust)
  for (let revision = 1; revision <= 130; revision++) {
    const late = new AbortController()
    await mailer.sendProject({ ...mail, revision }, late.signal)
    late.abort()
  }
  assert.equal(new Set(smtp.received.map(({ message }) => message)).size, 130)
  assert.equal(connections, 2)
  await eventually(async () => closed === 1)
  await mailer.close()
  await eventually(async () => closed === 2)
})

/**
 * A server that takes so many connections at once, and is in no hurry. The first it may end after so many messages,
 * and counts it for a moment more.
 */
async function narrow(t: TestContext, most: number, mostOfFirst = Number.POSITIVE_INFINITY) {
  let open = 0
  let refused = 0
  let ofFirst = 0
  let first = ''
  const { smtp, whole } = await setUp(
    t,
    { login: null },
    {
      authOptional: true,
      onConnect: (session, answer) => {
        open += 1
        first ||= session.id
        if (open <= most) return answer()
        refused += 1
        answer(Object.assign(new Error('4.7.0 Too many connections'), { responseCode: 421 }))
      },
      onClose: async ({ id }) => {
        if (id === first && ofFirst > mostOfFirst) await pause(150)
        open -= 1
      },
      onMailFrom: (_address, { id }, answer) => {
        if (id === first) ofFirst += 1
        const isEnd = id === first && ofFirst > mostOfFirst
        const enough = Object.assign(new Error('4.7.0 Enough'), { responseCode: 421 })
        setTimeout(answer, 100, isEnd ? enough : null)
      },
    },
  )
  return { smtp, mailer: openSmtp(whole, 'Brand', trust), refused: () => refused }
}

it('of a server that takes few connections at once, those wait that come together, and each arrives', async (t) => {
  const { smtp, mailer, refused } = await narrow(t, 2)
  const revisions = Array.from({ length: 12 }, (_, index) => index + 1)
  await Promise.all(revisions.map((revision) => mailer.sendProject({ ...mail, revision })))
  assert.equal(new Set(smtp.received.map(({ message }) => message)).size, 12)
  assert.equal(smtp.received.length, 12)
  // A server counts greetings too.
  assert.equal(refused(), 10)
  await mailer.close()
})

it('so does the one whose connection it has just ended', async (t) => {
  const { smtp, mailer } = await narrow(t, 2, 3)
  const revisions = Array.from({ length: 12 }, (_, index) => index + 1)
  await Promise.all(revisions.map((revision) => mailer.sendProject({ ...mail, revision })))
  assert.equal(smtp.received.length, 12)
  await mailer.close()
})

it('of a server that takes no connection now nobody waits for one', inTime, async (t) => {
  const { mailer, refused } = await narrow(t, 0)
  const sent = await Promise.allSettled(Array.from({ length: 5 }, () => mailer.sendProject(mail)))
  for (const one of sent) assert.ok(one.status === 'rejected' && refusal(false, /421/)(one.reason))
  assert.equal(refused(), 5)
})

it('told to stop while it waits for a connection, it sends nothing any more', inTime, async (t) => {
  const { smtp, mailer, refused } = await narrow(t, 1)
  const stopping = new AbortController()
  const first = mailer.sendProject(mail)
  const second = mailer.sendProject({ ...mail, revision: 2 }, stopping.signal)
  const third = mailer.sendProject({ ...mail, revision: 3 })
  second.catch(() => {})
  await eventually(async () => refused() === 2)
  stopping.abort()
  await assert.rejects(second, refusal(false, /421|closed/))
  await Promise.all([first, third])
  assert.equal(smtp.received.length, 2)
  await mailer.close()
})

it('what is refused over a connection that was used is not said again over another', async (t) => {
  let asked = 0
  const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, _session, answer) => {
    asked += 1
    answer()
  }
  const { smtp, whole } = await setUp(t, {}, { onMailFrom })
  const mailer = openSmtp(whole, 'Brand', trust)
  await mailer.sendProject(mail)
  smtp.refusal = { code: 550 }
  await assert.rejects(mailer.sendProject(mail), refusal(true, /550/))
  assert.equal(asked, 2)
})

it('a connection that was silent for a second is not used again, ended or not', inTime, async (t) => {
  let connections = 0
  let isLeft = false
  const server = createServer((socket) => {
    connections += 1
    socket.write('220 mail.example\r\n')
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      const said = bytes.toString('latin1')
      isLeft ||= said.startsWith('QUIT')
      if (!isLeft || connections === 2)
        socket.write(said.startsWith('DATA') ? '354 Go on\r\n' : '250 Fine\r\n')
    })
    t.after(() => socket.destroy())
  })
  const mailer = await mailerTo(t, server)
  await mailer.sendProject(mail)
  await eventually(async () => isLeft)
  await mailer.sendProject(mail)
  assert.equal(connections, 2)
})

it('an e-mail that takes longer than a connection may be silent does not end it', inTime, async (t) => {
  let connections = 0
  let messages = 0
  const { whole } = await setUp(
    t,
    {},
    {
      onConnect: (_session, answer) => {
        connections += 1
        answer()
      },
      onData: (stream, _session, answer) => {
        messages += 1
        stream.resume().on('end', () => setTimeout(() => answer(), messages === 2 ? 1100 : 0))
      },
    },
  )
  const mailer = openSmtp(whole, 'Brand', trust)
  for (let time = 0; time < 3; time++) await mailer.sendProject(mail)
  assert.equal(connections, 1)
  await mailer.close()
})

it('a connection that the server is about to close, closes or has closed costs nobody an e-mail', async (t) => {
  const greeted = new Set<string>()
  let closed = 0
  const { smtp, whole } = await setUp(
    t,
    {},
    {
      onMailFrom: (_address, session, answer) => {
        const isSecond = greeted.has(session.id)
        greeted.add(session.id)
        if (isSecond && greeted.size === 3) return smtp.hangUp()
        answer(isSecond ? Object.assign(new Error('4.7.0 Too many'), { responseCode: 421 }) : null)
      },
      onClose: () => {
        closed += 1
      },
    },
  )
  const mailer = openSmtp(whole, 'Brand', trust)
  await mailer.sendProject(mail)
  await mailer.sendProject(mail)
  smtp.hangUp()
  await eventually(async () => closed === 2)
  await mailer.sendProject(mail)
  await mailer.sendProject(mail)
  assert.equal(smtp.received.length, 4)
  assert.equal(greeted.size, 4)
  await mailer.close()
})

for (const stage of ['greeting', 'sign-in', 'recipient']) {
  it(`told to stop before the ${stage} is answered, it sends nothing any more`, inTime, async (t) => {
    const stopping = new AbortController()
    const late = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    /** Answers once it has been given up. */
    const answered = (at: string, answer: () => void) => {
      if (at !== stage) return answer()
      stopping.abort()
      setTimeout(() => {
        answer()
        late.resolve()
      }, 50)
    }
    const { smtp, whole } = await setUp(
      t,
      {},
      {
        onConnect: (_session, answer) => answered('greeting', answer),
        onAuth: (_auth, _session, answer) => answered('sign-in', () => answer(null, { user: 'guide' })),
        onRcptTo: (_address, _session, answer) => answered('recipient', answer),
        onClose: () => closed.resolve(),
      },
    )
    const mailer = openSmtp(whole, 'Brand', trust)
    await assert.rejects(
      mailer.sendProject(mail, stopping.signal),
      (error) => error instanceof MailRefusal && error.retryAfterMs === undefined,
    )
    await Promise.all([late.promise, closed.promise])
    assert.equal(smtp.received.length, 0)
  })
}

for (const isEnding of [false, true]) {
  const what = isEnding ? 'opens a line for one that ended' : 'uses a line again'
  it(`told to stop while it ${what}, it sends nothing any more`, inTime, async (t) => {
    const stopping = new AbortController()
    let connections = 0
    const { smtp, whole } = await setUp(
      t,
      {},
      {
        onConnect: (_session, answer) => {
          connections += 1
          if (connections === 2) stopping.abort()
          setTimeout(answer, connections === 2 ? 50 : 0)
        },
        onMailFrom: (_address, _session, answer) => {
          if (smtp.received.length === 0 || connections === 2) answer()
          else if (isEnding) answer(Object.assign(new Error('4.7.0 Too many'), { responseCode: 421 }))
          else stopping.abort()
        },
      },
    )
    const mailer = openSmtp(whole, 'Brand', trust)
    await mailer.sendProject(mail)
    await assert.rejects(mailer.sendProject(mail, stopping.signal))
    assert.deepEqual([connections, smtp.received.length], [isEnding ? 2 : 1, 1])
  })
}

it('no connection is left open by a check, or where the sign-in failed', inTime, async (t) => {
  let closed = 0
  const options: SMTPServerOptions = {
    onClose: () => {
      closed += 1
    },
  }
  const wrong = await setUp(t, { login: { user: 'guide', pass: 'wrong' } }, options)
  await assert.rejects(wrong.send())
  const right = await setUp(t, {}, options)
  await openSmtp(right.whole, 'Brand', trust).check()
  await eventually(async () => closed === 2)
})

it('a server that has the message and does not answer is not given the next copy soon', inTime, async (t) => {
  const stopping = new AbortController()
  const silent: SMTPServerOptions = {
    onData: (stream) => void stream.resume().on('end', () => stopping.abort()),
  }
  const { whole } = await setUp(t, {}, silent)
  await assert.rejects(
    openSmtp(whole, 'Brand', trust).sendProject(mail, stopping.signal),
    (error) => error instanceof MailRefusal && error.retryAfterMs === DOUBT_MS,
  )
})

it('however often it is checked, the mail server is greeted once a minute', async (t) => {
  let greetings = 0
  const onConnect: SMTPServerOptions['onConnect'] = (_session, answer) => {
    greetings += 1
    answer()
  }
  const { whole } = await setUp(t, {}, { onConnect })
  const mailer = openSmtp(whole, 'Brand', trust)
  for (let time = 0; time < 3; time++) await mailer.check()
  assert.equal(greetings, 1)
})
