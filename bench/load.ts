import { connect } from 'node:net'
import { quantile } from './statistics.ts'

interface Load {
  /** Such as http://127.0.0.1:3000. */
  readonly origin: string
  readonly connections: number
  /** All connections start at the same instant. Responses in this time are not counted. */
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Returns a new request with each call. */
  readonly request: () => LoadRequest
}

export interface LoadRequest {
  readonly method: string
  readonly path: string
  /** JSON. */
  readonly body: string
  /** An additional header line. */
  readonly header?: string
}

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Each connection sends its next request when the last response has arrived, and throws unless the status is 201.
 * The sockets are raw and read only the status and the length, because the client shares the machine with the server.
 */
export async function load({
  origin,
  connections,
  warmUpSeconds,
  seconds,
  request,
}: Load): Promise<LoadResult> {
  const { host } = new URL(origin)
  const latencies: number[] = []
  let late = 0
  const began = performance.now() + warmUpSeconds * 1000
  const isOver = () => performance.now() - began >= seconds * 1000

  async function sendRequests() {
    const connection = await openConnection(origin)
    while (!isOver()) {
      const { method, path, body, header = '' } = request()
      const head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${header}content-type: application/json`
      const sent = performance.now()
      const status = await connection.send(
        `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      if (status !== 201) throw new Error(`${origin} responded with ${status || 'nothing'}`)
      // A request from the warm-up counts if its response arrives later. Otherwise, the slowest ones would never count.
      if (performance.now() >= began) latencies.push(performance.now() - sent)
      if (isOver()) late += 1
    }
    connection.close()
  }

  await Promise.all(Array.from({ length: connections }, sendRequests))
  return {
    requestsPerSecond: (latencies.length - late) / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  }
}

async function openConnection(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let onStatus = (_status: number) => {}
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
    const head = received.indexOf('\r\n\r\n')
    if (head === -1 || received.length < head + 4 + lengthIn(received.slice(0, head))) return
    const status = Number(received.slice(9, 12))
    received = ''
    onStatus(status)
  })
  socket.on('error', () => {}).on('close', () => onStatus(0))
  return {
    /** Resolves with the status, or with 0 if the connection broke. */
    send: (bytes: string) =>
      new Promise<number>((resolve) => {
        onStatus = resolve
        if (socket.destroyed) resolve(0)
        else socket.write(bytes)
      }),
    close: () => socket.destroy(),
  }
}

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`A response without a length: ${head.slice(0, 200)}`)
  return Number(length)
}
