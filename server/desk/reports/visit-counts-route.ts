import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../../http/rate-limit.ts'
import { isSameSite } from '../../http/same-site.ts'
import type { Steps } from './visit-counts.ts'

interface StepsServices {
  readonly steps: Steps | undefined
  readonly siteDomain: string | null
  readonly rateLimit: RateLimit
  readonly now: () => Date
}

/**
 * POST /api/steps: counts a screen that a visit leaves. Nothing of who sends it is kept, and whatever goes
 * wrong is nothing to the page. A client that sends more than people can walk is not counted any further.
 */
export function addStepsRoute(app: FastifyInstance, { steps, siteDomain, rateLimit, now }: StepsServices) {
  const done = (_cause: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    reply.code(204).header('cache-control', 'no-store').send()
  app.post('/api/steps', { bodyLimit: 1024, errorHandler: done }, (request, reply) => {
    const { headers } = request
    const mayCount = headers['sec-gpc'] !== '1' && headers.dnt !== '1' && isSameSite(request, siteDomain)
    if (mayCount && rateLimit.take(request.ip)) steps?.count(request.body, now())
    return done(null, request, reply)
  })
}
