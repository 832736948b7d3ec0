import { connect, type Socket } from 'node:net'
import { quantile } from './quantile.ts'

interface Load {
  /** Such as http://127.0.0.1:3000. */
  readonly origin: string
  readonly connections: number
  /** All connections ask at the same instant first, and are one crowd until they have drifted apart. No answer counts. */
  readonly uncountedSeconds?: number
  /** How many requests, or for how long after that. */
  readonly until: { readonly count: number } | { readonly seconds: number }
  /** Each call makes another one. */
  readonly request: () => LoadRequest
  /** The only status that is a success. */
  readonly status: number
}

export interface LoadRequest {
  readonly method: string
  readonly path: string
  /** JSON. */
  readonly body: string
}

export interface Loaded {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Another status, or no answer. */
  readonly errors: number
  /** What the first of them was. */
  readonly firstError: string | null
}

/**
 * Each connection sends its next request when the last is answered. The sockets are raw and an answer is
 * read only as far as its status and its length, since whoever asks shares the machine with who answers.
 */
export async function load({
  origin,
  connections,
  uncountedSeconds = 0,
  until,
  request,
  status,
}: Load): Promise<Loaded> {
  const { hostname, port, host } = new URL(origin)
  const latencies: number[] = []
  let sent = 0
  let late = 0
  let errors = 0
  let firstError: string | null = null

  const began = performance.now() + uncountedSeconds * 1000
  const isLate = () => 'seconds' in until && performance.now() - began >= until.seconds * 1000
  const isOver = () => ('count' in until ? sent >= until.count : isLate())

  async function keepAsking() {
    let asking = await openAsking(hostname, Number(port))
    while (!isOver()) {
      sent += 1
      const { method, path, body } = request()
      const bytes = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
      const asked = performance.now()
      const found = await asking.ask(bytes)
      // By when it was answered: by when it was asked, whoever is left waiting from before would never count.
      if (performance.now() >= began) latencies.push(performance.now() - asked)
      if (isLate()) late += 1
      if (found === status) continue
      errors++
      firstError ??= found === 0 ? 'no answer' : `status ${found}`
      if (found === 0) asking = await openAsking(hostname, Number(port))
    }
    asking.close()
  }

  await Promise.all(Array.from({ length: connections }, keepAsking))
  const seconds = 'seconds' in until ? until.seconds : (performance.now() - began) / 1000
  return {
    requestsPerSecond: (latencies.length - late) / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    errors,
    firstError,
  }
}

interface Asking {
  /** Resolves with the status, or with 0 when the connection broke. */
  ask(bytes: string): Promise<number>
  close(): void
}

async function openAsking(hostname: string, port: number): Promise<Asking> {
  const socket: Socket = connect({ host: hostname, port, noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let answer = (_status: number) => {}
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head === -1 || received.length < head + 4 + lengthIn(received.slice(0, head))) return
    const status = Number(received.slice(9, 12))
    received = ''
    answer(status)
  })
  socket.on('error', () => {}).on('close', () => answer(0))
  return {
    ask: (bytes) =>
      new Promise((resolve) => {
        answer = resolve
        if (socket.destroyed) resolve(0)
        else socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${head.slice(0, 200)}`)
  return Number(length)
}
