import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sentAnswers } from '../../questionnaire/answers.ts'
import type { Brief, BriefAnswers } from '../../questionnaire/brief.ts'
import { pricesWithId } from '../config/settings.ts'
import { Refusal, sendProblem, sendTooMany } from '../http/problem.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { isSameSite } from '../http/same-site.ts'
import { type FoundBrief, findBrief } from './briefs.ts'
import { eraseProject, purgeErased } from './erase-project.ts'
import type { ProjectServices } from './project-services.ts'

interface BriefServices extends Pick<ProjectServices, 'db' | 'mailer' | 'log' | 'settings'> {
  readonly siteUrl: string | null
  readonly rateLimit: RateLimit
  /** Renders a brief, or with null, the page for an expired link. */
  readonly renderBrief: (request: FastifyRequest, brief: Brief | null) => string
  readonly onErased: (brief: FoundBrief) => void
}

interface ByToken {
  readonly Params: { readonly token: string }
}

/** The homeowner's name in the audit list. */
const HOMEOWNER = 'The homeowner'

/** The page of a brief, and the routes for its buttons. The token grants access. */
export function addBriefRoutes(app: FastifyInstance, services: BriefServices) {
  const { db, mailer, log, settings, siteUrl, rateLimit, renderBrief, onErased } = services

  app.get<ByToken>('/brief/:token', async (request, reply) => {
    if (!rateLimit.take(request.ip))
      return reply
        .code(429)
        .headers({ 'retry-after': '60', 'cache-control': 'no-store' })
        .type('text/plain; charset=utf-8')
        .send('Too many requests. Please try again in a minute.\n')
    const brief = await findBrief(request.params.token, db, new Date())
    return reply
      .code(brief ? 200 : 410)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(renderBrief(request, brief && { ...brief, prices: pricesWithId(brief.priceList, settings()) }))
  })

  const onRequest = async (request: FastifyRequest) => {
    if (!isSameSite(request, siteUrl)) throw new Refusal(403)
  }

  app.get<ByToken>('/api/briefs/:token', { onRequest }, async (request, reply) => {
    if (!rateLimit.take(request.ip)) return sendTooMany(reply)
    const brief = await findBrief(request.params.token, db, new Date())
    if (!brief) return sendProblem(reply, 404)
    const body: BriefAnswers = { id: brief.id, answers: sentAnswers(brief.answers) }
    return reply.header('cache-control', 'no-store').send(body)
  })

  app.delete<ByToken>('/api/briefs/:token', { onRequest }, async (request, reply) => {
    if (!rateLimit.take(request.ip)) return sendTooMany(reply)
    const brief = await findBrief(request.params.token, db, new Date())
    if (!brief) return sendProblem(reply, 404)
    const erasing = { id: brief.id, lastName: brief.answers.lastName, who: HOMEOWNER }
    const erased = await eraseProject(erasing, db, mailer)
    // The homeowner has changed their last name since the brief was read.
    if (erased === 'another name') return sendProblem(reply, 503)
    if (erased === 'erased') onErased(brief)
    await purgeErased(db, log)
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}
