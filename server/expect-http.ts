import type { FastifyRequest } from 'fastify'
import { Refusal } from './problem.ts'

/** Refuses what Node lets pass, or would refuse with an answer that has none of our headers. */
export function expectHttp({ raw, headers }: FastifyRequest) {
  const hosts = raw.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  ).length
  // RFC 9112, 3.2. Of two, a proxy may have looked at the other one.
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw new Refusal(400)
  // We undo no other coding, so the body would be other bytes than the sender's.
  if ((headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') throw new Refusal(400)
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') throw new Refusal(417)
}
