import { createHash } from 'node:crypto'
import { startHttp } from '../../server/testing/http.ts'
import type { Email } from './oracle.ts'
import type { Sandbox } from './sandbox.ts'
import type { MailSink } from './server.ts'

/** How the service responds. Status 0 drops the connection. With `hangs`, there is no response. */
export interface Reply {
  readonly status: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The email is sent whatever the response says. */
  readonly accepts?: boolean
  readonly hangs?: boolean
}

export interface EmailJsSink extends MailSink {
  readonly received: Email[]
  /** Null: it accepts the email and responds with 200. */
  reply: Reply | null
  onAccepted: (email: Email) => void
  /** Called for each request, before its body is read. */
  onCall: () => void
}

/** An email service that misbehaves on request. */
export async function startEmailJsSink(sandbox: Sandbox): Promise<EmailJsSink> {
  const origin = await startHttp({ after: sandbox.defer }, async (request, response) => {
    if (request.method === 'HEAD') return void response.end()
    sink.onCall()
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
    } catch {
      return
    }
    const { reply } = sink
    if (!reply || reply.accepts) {
      const email = parseCall(Buffer.concat(chunks).toString())
      sink.received.push(email)
      sink.onAccepted(email)
    }
    if (reply?.hangs) return
    if (reply?.status === 0) return void request.socket.resetAndDestroy()
    response
      .writeHead(reply?.status ?? 200, { 'content-type': 'text/plain', ...reply?.headers })
      .end(reply?.text ?? 'OK')
  })
  const sink: EmailJsSink = {
    env: { MAIL_URL: `emailjs+${origin.replace('//', '//public@')}/service/template` },
    received: [],
    reply: null,
    onAccepted: () => {},
    onCall: () => {},
  }
  return sink
}

/** The service receives no Message-ID, so the same content counts as the same message. */
function parseCall(body: string): Email {
  return {
    projectId: /Project ([\w-]{22})/.exec(body)?.[1] ?? '',
    messageId: createHash('sha256').update(body).digest('hex'),
    revision: 1,
  }
}
