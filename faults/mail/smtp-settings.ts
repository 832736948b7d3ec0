import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate, key } from '../../server/testing/certificate.ts'
import type { Fault } from '../harness/fault.ts'
import type { Sandbox } from '../harness/sandbox.ts'
import { type Behavior, startSmtpSink } from '../harness/smtp-sink.ts'
import type { Trial } from '../harness/trial.ts'
import { testBrokenMail } from './broken-mail.ts'

interface WrongSettings {
  readonly url: string
  readonly trustsCertificate?: boolean
  /** The commands that the wrong mail server received. */
  readonly commands?: readonly string[]
}

/** Settings that do not fit the mail server. The operator corrects them and starts the server again. */
const wrongSettings: readonly {
  readonly rows: string
  readonly name: string
  readonly isPermanent?: boolean
  readonly prepare: (trial: Trial) => Promise<WrongSettings>
}[] = [
  {
    rows: 'F35',
    name: 'no TLS where a password is to be sent: the password is not sent',
    prepare: (trial) => withTls(trial, 'reply'),
  },
  {
    rows: 'F35',
    name: 'STARTTLS is answered with garbage: nothing is sent without TLS',
    prepare: (trial) => withTls(trial, 'reply and send garbage'),
  },
  {
    rows: 'F35',
    name: 'the connection drops during STARTTLS: nothing is sent without TLS',
    isPermanent: false,
    prepare: (trial) => withTls(trial, 'reply and reset'),
  },
  {
    rows: 'F35',
    name: 'TLS is not available now (454): nothing is sent without TLS',
    isPermanent: false,
    prepare: (trial) => withTls(trial, 454),
  },
  {
    rows: 'F35',
    name: 'an untrusted certificate',
    async prepare(trial) {
      return { url: `smtps://127.0.0.1:${await startTlsServer(trial, { secure: true, authOptional: true })}` }
    },
  },
  {
    rows: 'F35',
    name: 'a wrong password (535)',
    async prepare(trial) {
      const port = await startTlsServer(trial, {
        onAuth: (_login, _session, reply) =>
          reply(Object.assign(new Error('5.7.8 No such account'), { responseCode: 535 })),
      })
      return { url: `smtp://guide:secret@127.0.0.1:${port}`, trustsCertificate: true }
    },
  },
  {
    rows: 'F38',
    name: 'an unknown host name',
    isPermanent: false,
    prepare: async () => ({ url: 'smtp://mail.invalid:2525' }),
  },
]

export const smtpSettings: readonly Fault[] = wrongSettings.map(
  ({ rows, name, isPermanent = true, prepare }) => ({
    rows,
    name: `SMTP settings: ${name}`,
    async run(trial) {
      const { url, trustsCertificate, commands } = await prepare(trial)
      const trusted = join(trial.directory, 'trusted.pem')
      writeFileSync(trusted, certificate)
      return testBrokenMail(trial, {
        mail: await startSmtpSink(trial),
        wrongEnv: { MAIL_URL: url, ...(trustsCertificate && { NODE_EXTRA_CA_CERTS: trusted }) },
        isPermanent,
        check: () => (commands ? problemWithTls(commands) : null),
      })
    },
  }),
)

/** A mail server that does this at STARTTLS; `reply` does not even offer it. */
async function withTls(trial: Trial, does: Behavior): Promise<WrongSettings> {
  const broken = await startSmtpSink(trial)
  broken.behave = (stage) => (stage === 'STARTTLS' ? does : 'reply')
  return { url: `smtp://guide:secret@127.0.0.1:${broken.port}`, commands: broken.commands }
}

function problemWithTls(commands: readonly string[]): string | null {
  if (!commands.includes('STAR')) return 'TLS was not tried'
  const wentOn = commands.includes('AUTH') || commands.includes('MAIL')
  return wentOn ? 'the server went on without TLS' : null
}

/** A mail server with TLS whose certificate is trusted only if the settings say so. It accepts nothing. */
async function startTlsServer(sandbox: Sandbox, options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ key, cert: certificate, ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  sandbox.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  return typeof address === 'object' && address ? address.port : 0
}
