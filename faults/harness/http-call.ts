import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

export interface HttpResponse {
  /** 0 if there was no complete response. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  readonly ms: number
}

interface HttpRequest {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Buffer
  readonly timeoutMs?: number
  /** False opens a new connection. */
  readonly keepAlive?: boolean
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** One HTTP request. It never throws: without a response the status is 0. */
export function httpCall(
  url: string,
  { method = 'GET', headers = {}, body, timeoutMs = 30_000, keepAlive = true }: HttpRequest = {},
): Promise<HttpResponse> {
  const started = performance.now()
  return new Promise((resolve) => {
    const end = (response: Omit<HttpResponse, 'ms'>) => {
      clearTimeout(timeout)
      resolve({ ...response, ms: performance.now() - started })
    }
    const fail = () => end({ status: 0, headers: {}, body: '' })
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const { origin, hostname, port } = new URL(url)
    const outgoing = request({
      hostname,
      port,
      // URL would normalize the odd paths that some faults send.
      path: url.slice(origin.length) || '/',
      method,
      headers: { ...length, ...headers },
      agent: keepAlive ? agent : false,
    })
    const timeout = setTimeout(() => outgoing.destroy(new Error('timeout')), timeoutMs)
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', fail)
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
