import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

export interface Answer {
  /** 0 when there was none. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  readonly ms: number
}

interface Call {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  readonly timeoutMs?: number
  /** False for a connection of its own. */
  readonly keep?: boolean
}

const kept = new Agent({ keepAlive: true, maxSockets: 64 })
const LONGEST_CALL_MS = 30_000

/** One HTTP call that never throws: whoever gets no answer has status 0. */
export function call(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs = LONGEST_CALL_MS, keep = true }: Call = {},
): Promise<Answer> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (answer: Omit<Answer, 'ms'>) => {
      clearTimeout(late)
      resolve({ ...answer, ms: performance.now() - started })
    }
    const none = () => end({ status: 0, headers: {}, body: '' })
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    // The path as it is: a URL would tidy up what is meant to be untidy.
    const { origin, hostname, port } = new URL(url)
    const outgoing = request({
      hostname,
      port,
      path: url.slice(origin.length) || '/',
      method,
      headers: { ...length, ...headers },
      agent: keep ? kept : false,
    })
    const late = setTimeout(() => outgoing.destroy(new Error('late')), timeoutMs)
    outgoing.on('error', none)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', none)
      incoming.on('end', () =>
        end({
          status: incoming.complete ? (incoming.statusCode ?? 0) : 0,
          headers: incoming.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    outgoing.end(body)
  })
}
