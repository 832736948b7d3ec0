import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate, key } from '../../server/testing/certificate.ts'
import type { Fault } from '../harness/fault.ts'
import { type Conduct, type SmtpSink, startSmtpSink } from '../harness/smtp-sink.ts'
import { createStage, type Stage } from '../harness/stage.ts'
import { brokenMail } from './broken-mail.ts'

/** The settings and the mail server do not go together. */
export const wrongSmtp: readonly Fault[] = [
  {
    rows: 'F35',
    name: 'SMTP without TLS where a password is to be sent: not a byte of it',
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      const url = `smtp://guide:secret@127.0.0.1:${sink.port}`
      return await wrongSetting(stage, sink, { url, check: () => whatWentOn(sink) })
    },
  },
  brokenTls('answers STARTTLS with garbage', 'answer and garble', true),
  { ...brokenTls('drops the line in the middle of STARTTLS', 'answer and reset', false), onlyFull: true },
  brokenTls('has no TLS for now (454)', 454, false),
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

function whatWentOn({ commands }: SmtpSink): string | null {
  if (!commands.includes('STAR')) return 'TLS was not tried'
  const wentOn = commands.some((verb) => verb === 'AUTH' || verb === 'MAIL')
  return wentOn ? 'it went on without TLS' : null
}

/** The server offers STARTTLS and breaks it. */
function brokenTls(name: string, does: Conduct, isPermanent: boolean): Fault {
  return {
    rows: 'F35',
    name: `SMTP ${name}: not a byte goes on without TLS`,
    async run() {
      await using stage = await createStage()
      const sink = await startSmtpSink(stage)
      const broken = await startSmtpSink(stage)
      broken.conduct = (moment) => (moment === 'STARTTLS' ? does : 'go')
      return await wrongSetting(stage, sink, {
        url: `smtp://guide:secret@127.0.0.1:${broken.port}`,
        isPermanent,
        check: () => whatWentOn(broken),
      })
    },
  }
}

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
