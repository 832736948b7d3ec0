import type { TestContext } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate, key } from './certificate.ts'

export interface TestSmtp {
  readonly port: number
  /** The messages that arrived, with their envelopes, in order. */
  readonly received: {
    readonly message: string
    readonly to: readonly string[]
    readonly isSecure: boolean
  }[]
  /** Refuses all recipients, or only one, with this code. */
  refusal: { readonly code: number; readonly only?: string } | null
  /** Closes every open connection. */
  hangUp(): void
}

export const trust = { ca: certificate, servername: 'localhost' }

/** A real SMTP server with TLS and one account, `guide` with the password `secret`. */
export async function startSmtp(t: TestContext, options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const received: TestSmtp['received'] = []
  const server = new SMTPServer({
    key,
    cert: certificate,
    logger: false,
    onAuth: ({ username, password }, _session, answer) =>
      username === 'guide' && password === 'secret'
        ? answer(null, { user: username })
        : answer(Object.assign(new Error('5.7.8 No such account'), { responseCode: 535 })),
    onRcptTo: ({ address }, _session, answer) => {
      const { refusal } = smtp
      if (!refusal || (refusal.only && refusal.only !== address)) return answer()
      return answer(Object.assign(new Error(`not for <${address}>`), { responseCode: refusal.code }))
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address)
        received.push({ message: Buffer.concat(chunks).toString(), to, isSecure: session.secure })
        answer()
      })
    },
    ...options,
  })
  // Without a listener, a failed handshake would end the process.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const hangUp = () => {
    for (const connection of server.connections) connection.close()
  }
  t.after(() => {
    hangUp()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const smtp: TestSmtp = { port, received, refusal: null, hangUp }
  return smtp
}
