import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate, key } from '../server/mail/test-certificate.ts'
import { brokenMail } from './broken-mail.ts'
import type { Fault } from './fault.ts'
import { type Conduct, type Moment, type SmtpSink, startSmtpSink } from './smtp-sink.ts'
import { createStage, type Stage } from './stage.ts'

interface Misconduct {
  readonly rows: string
  readonly name: string
  readonly at: Moment
  readonly does: Conduct
  readonly isPermanent?: boolean
  readonly mayCopy?: boolean
  readonly isInDoubt?: boolean
  readonly meanwhile?: 'success'
  readonly onlyFull?: boolean
}

const misconducts: readonly Misconduct[] = [
  { rows: 'F32', name: 'accepts and never greets', at: 'greeting', does: 'hang' },
  { rows: 'F32', name: 'hangs after EHLO', at: 'EHLO', does: 'hang', onlyFull: true },
  { rows: 'F32', name: 'hangs after MAIL', at: 'MAIL', does: 'hang', onlyFull: true },
  { rows: 'F32', name: 'hangs after RCPT', at: 'RCPT', does: 'hang' },
  { rows: 'F32', name: 'hangs after DATA', at: 'DATA', does: 'hang', onlyFull: true },
  {
    rows: 'F32',
    name: 'takes the message and hangs',
    at: 'dot',
    does: 'take and hang',
    mayCopy: true,
    isInDoubt: true,
  },
  { rows: 'F33', name: 'greylists (450)', at: 'RCPT', does: 450 },
  { rows: 'F33', name: 'is too busy (421)', at: 'greeting', does: 421, onlyFull: true },
  { rows: 'F33', name: 'has no room now (452)', at: 'dot', does: 452, onlyFull: true },
  { rows: 'F33', name: 'refuses for now (451)', at: 'DATA', does: 451, onlyFull: true },
  { rows: 'F34', name: 'refuses the recipient (550)', at: 'RCPT', does: 550, isPermanent: true },
  { rows: 'F34', name: 'refuses the sender (553)', at: 'MAIL', does: 553, isPermanent: true, onlyFull: true },
  { rows: 'F34', name: 'refuses the content (554)', at: 'dot', does: 554, isPermanent: true, onlyFull: true },
  { rows: 'F34', name: 'finds it too large (552)', at: 'dot', does: 552, isPermanent: true, onlyFull: true },
  {
    rows: 'F37',
    name: 'drops the line in the middle of the message',
    at: 'body',
    does: 'reset',
    // All of it had left.
    isInDoubt: true,
  },
  { rows: 'F37', name: 'drops the line after RCPT', at: 'RCPT', does: 'reset', onlyFull: true },
  {
    rows: 'F37',
    name: 'takes the message and drops the line',
    at: 'dot',
    does: 'take and reset',
    mayCopy: true,
    isInDoubt: true,
  },
  {
    rows: 'F37',
    name: 'says that it took the message and drops the line',
    at: 'dot',
    does: 'answer and reset',
    meanwhile: 'success',
  },
]

const misbehaving = ({ rows, name, at, does, onlyFull = false, ...rest }: Misconduct): Fault => ({
  rows,
  name: `SMTP ${name}`,
  onlyFull,
  async run() {
    await using stage = await createStage()
    const sink = await startSmtpSink(stage)
    return await brokenMail(stage, {
      env: sink.env,
      arrived: () => sink.arrived,
      breakIt: () => {
        sink.conduct = (moment) => (moment === at ? does : 'go')
        if (at === 'greeting' || at === 'EHLO') sink.hangUp()
      },
      mend: () => {
        sink.conduct = () => 'go'
      },
      ...rest,
    })
  },
})

const others: readonly Fault[] = [
  {
    rows: 'F31',
    name: 'SMTP nobody listens',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      return await brokenMail(stage, {
        env: sink.env,
        arrived: () => sink.arrived,
        breakIt: sink.close,
        mend: sink.open,
      })
    },
  },
  {
    rows: 'F36',
    name: 'SMTP refuses one of two recipients: the other gets it once',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      return await brokenMail(stage, {
        env: { ...sink.env, MAIL_TO: 'owner@kitchens.example,gone@kitchens.example' },
        arrived: () => sink.arrived,
        breakIt: () => {
          sink.conduct = (_moment, argument) => (argument.startsWith('gone@') ? 550 : 'go')
        },
        mend: () => {},
        meanwhile: 'success',
        check: (log) => (log.includes('refuses 1 of our recipients') ? null : 'nobody was told of the other'),
      })
    },
  },
  {
    rows: 'F35',
    name: 'SMTP without TLS where a password is to be sent: not a byte of it',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      const url = `smtp://guide:secret@127.0.0.1:${sink.port}`
      const wentOn = () => sink.commands.some((verb) => verb === 'AUTH' || verb === 'MAIL')
      return await wrongSetting(stage, sink, {
        url,
        check: () => (wentOn() ? 'it went on without TLS' : null),
      })
    },
  },
  {
    rows: 'F35',
    name: 'SMTP with a certificate nobody vouches for',
    async run() {
      await using stage = await createStage()
      const port = await tlsServer(stage, { secure: true, authOptional: true })
      const sink = await startSmtpSink(stage)
      return await wrongSetting(stage, sink, { url: `smtps://127.0.0.1:${port}` })
    },
  },
  {
    rows: 'F35',
    name: 'SMTP with another password (535)',
    async run() {
      await using stage = await createStage()
      const port = await tlsServer(stage, {
        onAuth: (_login, _session, answer) =>
          answer(Object.assign(new Error('5.7.8 No such account'), { responseCode: 535 })),
      })
      const sink = await startSmtpSink(stage)
      return await wrongSetting(stage, sink, { url: `smtp://guide:secret@127.0.0.1:${port}`, trusts: true })
    },
  },
  {
    rows: 'F38',
    name: 'SMTP server whose name nobody knows',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      return await wrongSetting(stage, sink, { url: 'smtp://mail.invalid:2525', isPermanent: false })
    },
  },
]

/** A server with TLS, whose certificate is trusted only where the settings say so. It takes nothing. */
async function tlsServer(stage: Stage, options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ key, cert: certificate, ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  stage.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

interface Wrong {
  readonly url: string
  readonly trusts?: boolean
  readonly isPermanent?: boolean
  readonly check?: () => string | null
}

/** The operator puts the setting right and starts the server again. */
function wrongSetting(stage: Stage, sink: SmtpSink, { url, trusts, isPermanent = true, check }: Wrong) {
  const trusted = join(stage.directory, 'trusted.pem')
  writeFileSync(trusted, certificate)
  const wrong = { MAIL_URL: url, ...(trusts ? { NODE_EXTRA_CA_CERTS: trusted } : {}) }
  return brokenMail(stage, {
    env: sink.env,
    arrived: () => sink.arrived,
    wrong,
    isPermanent,
    ...(check ? { check } : {}),
    breakIt: () => {
      sink.commands.length = 0
    },
    mend: () => {},
  })
}

export const breakSmtp: readonly Fault[] = [...misconducts.map(misbehaving), ...others]
