import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from './problem.ts'

/** Refuses what Node lets pass, or would refuse with an answer that has none of our headers. */
export function expectHttp(request: FastifyRequest, reply: FastifyReply) {
  const status = refusalOf(request)
  if (status === null) return
  // Who reads this request otherwise may also have the next one begin elsewhere.
  reply.header('connection', 'close')
  throw new Refusal(status)
}

function refusalOf({ raw, headers }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length
  // RFC 9112, 3.2. Of two, a proxy may have looked at the other one.
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) return 400
  // We undo no other coding, so the body would be other bytes than the sender's.
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') return 400
  const expected = headers.expect?.split(',') ?? []
  return expected.every((one) => one.trim().toLowerCase() === '100-continue') ? null : 417
}
