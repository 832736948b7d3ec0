import type { Duplex } from 'node:stream'
import { PROBLEM_HEADERS, type ProblemStatus, problemBody } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

/** So long has whoever is refused to take the answer; some would hold the line for ever. */
const LINGER_MS = 1000

const statusOf: Readonly<Record<string, ProblemStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** What is no HTTP request gets a short answer and the end of the line; its bytes go into no log. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable) refuse(socket, statusOf[error.code ?? ''] ?? 400)
  else socket.destroy()
}

/** CONNECT: we are nobody's proxy. */
export function refuseTunnel(_request: unknown, socket: Duplex) {
  // Node has let go of it, so that nobody else hears of a line that breaks.
  socket.on('error', () => {})
  refuse(socket, 405, { allow: 'GET, HEAD' })
}

function refuse(socket: Duplex, status: ProblemStatus, more: Readonly<Record<string, string>> = {}) {
  const body = JSON.stringify(problemBody(status))
  const headers = {
    connection: 'close',
    ...PROBLEM_HEADERS,
    'content-length': Buffer.byteLength(body),
    ...securityHeaders('http'),
    ...more,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
