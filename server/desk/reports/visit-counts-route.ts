import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../../http/rate-limit.ts'
import { isSameSite } from '../../http/same-site.ts'
import type { VisitCounts } from './visit-counts.ts'

/** The source may have up to 4,000 of these bytes. */
const MAX_BODY_BYTES = 5000

/**
 * POST /api/steps counts a screen that a visit leaves. The response is always 204, because the page ignores errors. Nothing
 * about the visitor is stored, and calls above the rate limit are not counted.
 */
export function addVisitCountsRoute(
  app: FastifyInstance,
  visitCounts: VisitCounts,
  { siteUrl, rateLimit }: { readonly siteUrl: string | null; readonly rateLimit: RateLimit },
) {
  const done = (_cause: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    reply.code(204).header('cache-control', 'no-store').send()
  app.post('/api/steps', { bodyLimit: MAX_BODY_BYTES, errorHandler: done }, (request, reply) => {
    const { headers } = request
    const mayCount = headers['sec-gpc'] !== '1' && headers.dnt !== '1' && isSameSite(request, siteUrl)
    if (mayCount && rateLimit.take(request.ip)) visitCounts.count(request.body, new Date())
    return done(null, request, reply)
  })
}
