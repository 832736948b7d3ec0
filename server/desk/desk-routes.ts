import type { FastifyInstance } from 'fastify'
import { sendProblem } from '../http/problem.ts'
import { withSchemas } from '../http/routes.ts'
import { requireSession } from '../staff/require-session.ts'
import { addStaffRoutes } from '../staff/staff-routes.ts'
import type { DeskRouteServices, DeskServices } from './desk.ts'
import { addFirstStepsRoutes } from './first-steps/first-steps-routes.ts'
import { addInboxRoutes } from './inbox/inbox-routes.ts'
import { addLiveUpdatesRoute } from './inbox/live-updates-route.ts'
import { addSuspiciousRoutes } from './inbox/suspicious-routes.ts'
import { addMessageRoutes } from './messages/message-routes.ts'
import { addProjectRoutes } from './projects/project-routes.ts'
import { addReportRoutes } from './reports/report-routes.ts'
import { addSettingsRoutes } from './settings/settings-routes.ts'
import { addWebhookRoutes } from './webhooks/webhook-routes.ts'

const MAX_BODY_BYTES = 64 * 1024

/**
 * The routes below /api/desk. All of them need a session, except signing in, adding the first owner, choosing a password
 * and requesting a link for a forgotten one. Some need an owner.
 */
export async function addDeskRoutes(app: FastifyInstance, services: DeskServices) {
  await app.register(
    async (instance) => {
      const routes = withSchemas(instance)
      routes.addHook('onRoute', (route) => {
        route.bodyLimit ??= MAX_BODY_BYTES
      })
      routes.addHook('onSend', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      const personOf = requireSession(routes, services)
      const routeServices: DeskRouteServices = { ...services, personOf }
      addStaffRoutes(routes, routeServices)
      addFirstStepsRoutes(routes, routeServices)
      addInboxRoutes(routes, routeServices)
      addSuspiciousRoutes(routes, routeServices)
      addProjectRoutes(routes, routeServices)
      addMessageRoutes(routes, routeServices)
      addWebhookRoutes(routes, routeServices)
      addSettingsRoutes(routes, routeServices)
      addReportRoutes(routes, routeServices)
      addLiveUpdatesRoute(routes, routeServices)
      routes.all('/', (_request, reply) => sendProblem(reply, 404))
      routes.all('/*', (_request, reply) => sendProblem(reply, 404))
    },
    { prefix: '/api/desk' },
  )
}
