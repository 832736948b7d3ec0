import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { Arrived } from './oracle.ts'
import type { Stage } from './stage.ts'

/** What the service answers instead of 200; a status of 0 is a dropped connection, and one that `hangs` is never answered. */
export interface Refusal {
  readonly status: number
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The e-mail goes out all the same. */
  readonly takes?: boolean
  readonly hangs?: boolean
}

export interface EmailJsSink {
  readonly env: Readonly<Record<string, string>>
  readonly arrived: Arrived[]
  /** When each call came. */
  readonly calls: number[]
  readonly paths: Set<string>
  refusal: Refusal | null
  onTaken: (arrived: Arrived) => void
  /** Told of each call before it is read. */
  onCall: () => void
}

/** Speaks the e-mail service's wire format, in both variants of the call. */
export async function startEmailJsSink(stage: Stage, asForm = false): Promise<EmailJsSink> {
  const server = createServer(async (request, response) => {
    // Whether anybody is there.
    if (request.method === 'HEAD') return void response.end()
    sink.calls.push(performance.now())
    sink.paths.add(request.url ?? '')
    sink.onCall()
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
    } catch {
      return
    }
    const { refusal } = sink
    if (!refusal || refusal.takes) {
      const arrived = arrivedFrom(Buffer.concat(chunks).toString())
      sink.arrived.push(arrived)
      sink.onTaken(arrived)
    }
    if (refusal?.hangs) return
    if (refusal?.status === 0) return void request.socket.resetAndDestroy()
    response
      .writeHead(refusal?.status ?? 200, { 'content-type': 'text/plain', ...refusal?.headers })
      .end(refusal?.text ?? 'OK')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stage.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const sink: EmailJsSink = {
    env: { MAIL_URL: `emailjs+http://public@127.0.0.1:${port}/service/template${asForm ? '?form' : ''}` },
    arrived: [],
    calls: [],
    paths: new Set(),
    refusal: null,
    onTaken: () => {},
    onCall: () => {},
  }
  return sink
}

/** The service is given no Message-ID, so the same answers are the same message. */
function arrivedFrom(body: string): Arrived {
  const content = body.replace(/-{4,}formdata-undici-\d+/g, '')
  return {
    projectId: /Project ([\w-]{22})/.exec(body)?.[1] ?? '',
    messageId: createHash('sha256').update(content).digest('hex'),
    revision: 1,
  }
}
