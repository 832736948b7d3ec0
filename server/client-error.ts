import type { Socket } from 'node:net'
import { type ProblemStatus, problemBody } from './problem.ts'

const statusOf: Readonly<Record<string, ProblemStatus>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** What is no HTTP request gets a short answer and the end of the line; its bytes go into no log. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const status = statusOf[error.code ?? ''] ?? 400
  const body = JSON.stringify(problemBody(status))
  if (socket.writable) {
    socket.end(
      `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/problem+json; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Security-Policy: default-src 'none'\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  } else {
    socket.destroy()
  }
}
