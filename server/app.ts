import { type FastifyInstance, fastify, LogController } from 'fastify'
import { isStorable } from '../questionnaire/answers.ts'
import { screens } from '../questionnaire/screens.ts'
import type { BackupStatus } from './backup/daily-backups.ts'
import { addDeskRoutes } from './desk/desk-routes.ts'
import { addVisitCountsRoute } from './desk/reports/visit-counts-route.ts'
import { createHttpServer } from './http/create-http-server.ts'
import { addErrorHandler } from './http/error-handler.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { addRequestHooks, REQUEST_DEADLINE_MS } from './http/request-hooks.ts'
import { addBriefRoutes } from './projects/brief-routes.ts'
import { addProjectsRoute } from './projects/projects-route.ts'
import type { Services } from './services.ts'
import { addHealthRoutes } from './site/health-routes.ts'
import { addNotFoundHandler, createBadUrlHandler } from './site/not-found.ts'
import { addNoticeRoutes } from './site/notice-routes.ts'
import { addPageRoutes } from './site/page-routes.ts'
import { businessFor, createPages, type Page } from './site/pages.ts'
import { addPublicFiles } from './site/public-files.ts'
import { createStaffNotices } from './staff/staff-notices.ts'
import { MAX_PASSKEY_ID_LENGTH } from './staff/webauthn.ts'

export interface AppServices extends Services {
  readonly page: Page
  readonly siteDirectory: string
  readonly backupStatus: () => BackupStatus
  readonly requestDeadlineMs?: number
  readonly heartbeatMs?: number
}

/** The web server: the visit, the desk, and the routes for monitoring. */
export async function createApp(services: AppServices): Promise<FastifyInstance> {
  const { config, settings, staff, desk, log, requestDeadlineMs = REQUEST_DEADLINE_MS } = services
  const { siteUrl, rateLimit, trustProxy } = config
  const sendPage = createPages({ ...config, settings, page: services.page })
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    serverFactory: createHttpServer,
    // Validation refuses bodies instead of converting them.
    ajv: { customOptions: { coerceTypes: false, formats: { storable: isStorable } } },
    // The id of a passkey in a path may be longer than Fastify's 100 characters.
    routerOptions: { maxParamLength: MAX_PASSKEY_ID_LENGTH },
    // addRequestHooks sends the 503 itself, with the security headers.
    return503OnClosing: false,
    frameworkErrors: createBadUrlHandler(sendPage),
  })
  // Only JSON is accepted, because pages of other sites can send plain text without a CORS preflight.
  app.removeContentTypeParser('text/plain')
  // Hooks and the error handler only apply to routes that are added after them.
  addRequestHooks(app, log, services.metrics)
  addErrorHandler(app, log)

  addPageRoutes(app, sendPage, async () => !staff.firstOwner.isInvited() && (await staff.people.isEmpty()))
  addProjectsRoute(app, {
    ...services,
    onCreated: () => desk.visitCounts.countSubmission(new Date()),
    ...config,
    rateLimit: createRateLimit(rateLimit),
    requestDeadlineMs,
  })
  // Enough for all screens of the projects that a client may submit.
  const countLimit = createRateLimit(rateLimit * screens.length)
  addVisitCountsRoute(app, desk.visitCounts, { siteUrl, rateLimit: countLimit })
  const notices = createStaffNotices({ ...services, ...config })
  app.addHook('onClose', notices.finish)
  addBriefRoutes(app, {
    ...services,
    db: desk.db,
    siteUrl,
    rateLimit: createRateLimit(rateLimit),
    renderBrief: (request, brief) =>
      services.page.renderBrief(businessFor(request, config, settings()), brief),
    onErased: notices.projectErased,
  })
  await addDeskRoutes(app, { ...services, ...config, notices })
  addHealthRoutes(app, { ...services, ...config })
  addNoticeRoutes(app, config.securityContact)
  await addPublicFiles(app, services.siteDirectory)
  addNotFoundHandler(app, sendPage)
  return app
}
