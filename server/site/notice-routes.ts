import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../http/problem.ts'

const ROBOTS = 'User-agent: *\nDisallow: /api/\nDisallow: /desk\n'
/** Scanners reload the file when it has expired. RFC 9116 recommends less than a year. */
const VALID_MS = 90 * 24 * 3600_000

/** Text files for programs: what search engines should skip, and where to report a vulnerability (RFC 9116). */
export function addNoticeRoutes(app: FastifyInstance, securityContact: string | null) {
  app.get('/robots.txt', (_request, reply) => sendText(reply, ROBOTS))
  app.get('/.well-known/security.txt', (_request, reply) => {
    if (securityContact === null) throw new Refusal(404)
    const expires = new Date(Date.now() + VALID_MS).toISOString()
    return sendText(reply, `Contact: ${securityContact}\nExpires: ${expires}\n`)
  })
}

const sendText = (reply: FastifyReply, text: string) =>
  reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text)
