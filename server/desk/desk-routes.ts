import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MUST_ADD_PASSKEY, OWNERS_ONLY, UNATTENDED } from '../../desk/api.ts'
import { Refusal, sendProblem, sendTooMany } from '../http/problem.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import { isSameSite } from '../http/same-site.ts'
import { addAccountRoutes } from './auth/account-routes.ts'
import { tokenFrom } from './auth/cookies.ts'
import { addMemberRoutes } from './auth/member-routes.ts'
import { addPasskeyRoutes } from './auth/passkey-routes.ts'
import { addSessionRoutes } from './auth/session-routes.ts'
import type { SignedIn } from './auth/sessions.ts'
import type { DeskRouteServices, DeskServices } from './desk-services.ts'
import { addInboxRoutes } from './inbox/inbox-routes.ts'
import { addLiveUpdatesRoute } from './inbox/live-updates-route.ts'
import { addSuspiciousRoutes } from './inbox/suspicious-routes.ts'
import { addMessageRoutes } from './messages/message-routes.ts'
import { addProjectRoutes } from './projects/project-routes.ts'
import { addReportRoutes } from './reports/report-routes.ts'
import { addWebhookRoutes } from './webhooks/webhook-routes.ts'

const MAX_BODY_BYTES = 64 * 1024
/** Of requests that change one's own account, per person. More would only fill the audit list. */
const MAX_ACCOUNT_CHANGES_PER_HOUR = 30
const HOUR = 3600_000
const ACCOUNT = /^\/api\/desk\/account(\/|$)/
/** What a person may use who has to add a passkey first. */
const OPEN_WITHOUT_PASSKEY = /^\/api\/desk\/(session|account)(\/|$)/

/**
 * Everything below /api/desk. All routes need a session, except signing in, choosing and forgetting a password, and some
 * need an owner.
 */
export async function addDeskRoutes(app: FastifyInstance, services: DeskServices) {
  await app.register(
    async (routes) => {
      const { desk, siteUrl, now } = services
      const signedIn = new WeakMap<FastifyRequest, SignedIn>()
      const accountChanges = createRateLimit(MAX_ACCOUNT_CHANGES_PER_HOUR, undefined, HOUR)
      routes.addHook('onRoute', (route) => {
        route.bodyLimit ??= MAX_BODY_BYTES
      })
      routes.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      routes.addHook('onRequest', async (request, reply) => {
        if (!isSameSite(request, siteUrl)) throw new Refusal(403)
        const { config } = request.routeOptions
        const token = tokenFrom(request, 'session')
        const prolongsSession = request.headers[UNATTENDED] === undefined && config.prolongsSession !== false
        const person = token ? await desk.sessions.find(token, now(), { prolongsSession }) : null
        if (!person && config.isPublic !== true) throw new Refusal(401)
        if (config.ownersOnly && person?.role !== 'owner')
          return sendProblem(reply, 403, { problem: OWNERS_ONLY })
        const { url = '' } = request.routeOptions
        const isOpen = config.isPublic || OPEN_WITHOUT_PASSKEY.test(url)
        if (person?.mustAddPasskey && !isOpen) return sendProblem(reply, 403, { problem: MUST_ADD_PASSKEY })
        const changesAccount = ACCOUNT.test(url) && !['GET', 'HEAD'].includes(request.method)
        if (person && changesAccount && !accountChanges.take(person.email))
          return sendTooMany(reply, HOUR / 1000 / MAX_ACCOUNT_CHANGES_PER_HOUR)
        if (person) signedIn.set(request, person)
      })
      const personOf = (request: FastifyRequest): SignedIn => {
        const person = signedIn.get(request)
        if (!person) throw new Refusal(401)
        return person
      }
      const routeServices: DeskRouteServices = { ...services, personOf }
      addSessionRoutes(routes, routeServices)
      addPasskeyRoutes(routes, routeServices)
      addMemberRoutes(routes, routeServices)
      addAccountRoutes(routes, routeServices)
      addInboxRoutes(routes, routeServices)
      addSuspiciousRoutes(routes, routeServices)
      addProjectRoutes(routes, routeServices)
      addMessageRoutes(routes, routeServices)
      addWebhookRoutes(routes, routeServices)
      addReportRoutes(routes, routeServices)
      addLiveUpdatesRoute(routes, routeServices)
      routes.all('/', (_request, reply) => sendProblem(reply, 404))
      routes.all('/*', (_request, reply) => sendProblem(reply, 404))
    },
    { prefix: '/api/desk' },
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no session. */
    readonly isPublic?: boolean
    /** Specialists get 403. */
    readonly ownersOnly?: boolean
    /** False for requests that a page repeats by itself. */
    readonly prolongsSession?: boolean
  }
}
