import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSameSite } from '../same-site.ts'
import type { Steps } from './steps.ts'

/**
 * POST /api/steps: counts a screen that a visit leaves. Nothing of who sends it is read beyond its wish
 * not to be counted, and whatever goes wrong is nothing to the page.
 */
export function addStepsRoute(
  app: FastifyInstance,
  { steps, siteDomain, now }: { steps: Steps | undefined; siteDomain: string | null; now: () => Date },
) {
  const done = (_cause: unknown, _request: FastifyRequest, reply: FastifyReply) =>
    reply.code(204).header('cache-control', 'no-store').send()
  app.post('/api/steps', { bodyLimit: 1024, errorHandler: done }, (request, reply) => {
    const { headers } = request
    const mayCount = headers['sec-gpc'] !== '1' && headers.dnt !== '1' && isSameSite(request, siteDomain)
    if (mayCount) steps?.count(request.body, now())
    return done(null, request, reply)
  })
}
