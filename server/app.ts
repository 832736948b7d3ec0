import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { pathOf, screens } from '../questionnaire/screens.ts'
import type { Config } from './config/config.ts'
import type { Desk } from './desk/desk.ts'
import { addDeskRoutes } from './desk/desk-routes.ts'
import { addVisitCountsRoute } from './desk/reports/visit-counts-route.ts'
import { isProblemStatus, Refusal, sendProblem } from './http/problem.ts'
import { createRateLimit } from './http/rate-limit.ts'
import { securityHeaders } from './http/security-headers.ts'
import { REQUEST_DEADLINE_MS } from './lib/deadline.ts'
import { describeError } from './lib/errors.ts'
import type { DeliveryServices } from './projects/deliver.ts'
import { addProjectsRoute } from './projects/projects-route.ts'
import { createSubmissions } from './projects/submit-project.ts'
import { addStatusRoutes } from './site/health-routes.ts'
import type { Page } from './site/pages.ts'
import { createPages } from './site/pages.ts'
import { addPublicFiles } from './site/public-files.ts'

export interface AppServices extends DeliveryServices {
  readonly log: FastifyBaseLogger
  readonly page: Page
  /** Null where projects are kept without tables. */
  readonly desk: Desk | null
  /** The public files of the build. */
  readonly siteDirectory: string
  readonly config: Pick<
    Config,
    'brandName' | 'siteDomain' | 'privacyUrl' | 'rateLimit' | 'trustProxy' | 'metricsToken'
  >
  readonly requestDeadlineMs?: number
  readonly heartbeatMs?: number
}

/** Ends slow clients: for the headers, the whole request, between two requests, and without a byte either way. */
const timeouts = {
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2000 },
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionTimeout: 60_000,
}

/** The whole web server: pages, public files, what a visit sends, the desk, and what watches it. */
export async function createApp(services: AppServices): Promise<FastifyInstance> {
  const { log, page, config, requestDeadlineMs = REQUEST_DEADLINE_MS } = services
  const sendPage = createPages({ page, ...config })
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    ...timeouts,
    // Our own 503 has our headers.
    return503OnClosing: false,
    // No hook runs for an address that cannot be read.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(request.protocol))
      const isForPage = isRead(request) && wantsPage(request) && !request.url.startsWith('/api/')
      return isForPage ? sendPage('not found', request, reply) : sendProblem(reply, 400)
    },
  })

  addHooks(app, services)
  // Before the routes, or they have Fastify's own.
  answerErrors(app, log)
  // Every body is JSON. A page of another site can send plain text without asking the browser's permission.
  app.removeContentTypeParser('text/plain')

  for (const index of screens.keys()) {
    app.get(pathOf(index), (request, reply) => sendPage('landing', request, reply))
  }
  const now = () => new Date()
  const submissions = createSubmissions()
  addProjectsRoute(app, {
    ...services,
    submissions,
    onCreated: () => services.desk?.visitCounts.submitted(now()),
    rateLimit: createRateLimit(config.rateLimit),
    siteDomain: config.siteDomain,
    requestDeadlineMs,
  })
  await addDeskRoutes(app, { ...services, ...config, now })
  addVisitCountsRoute(app, {
    visitCounts: services.desk?.visitCounts,
    siteDomain: config.siteDomain,
    // Who may begin so many projects may walk as many visits.
    rateLimit: createRateLimit(config.rateLimit * screens.length),
    now,
  })
  const sendDesk = async (request: FastifyRequest, reply: FastifyReply) => {
    // On a store without tables the page still opens; it explains why there is no desk.
    const isOff = await services.desk?.people.isEmpty()
    return sendPage(isOff ? 'not found' : 'desk', request, reply)
  }
  app.get('/desk', sendDesk)
  app.get('/desk/', (_request, reply) => reply.redirect('/desk'))
  // Every page of the desk has an address of its own; the browser picks the page. No address has a dot.
  app.get<{ Params: { '*': string } }>('/desk/*', (request, reply) =>
    request.params['*'].includes('.') ? reply.callNotFound() : sendDesk(request, reply),
  )
  addStatusRoutes(app, { ...services, ...config })
  await addPublicFiles(app, services.siteDirectory)
  answerNotFound(app, sendPage)
  app.addHook('onClose', () => submissions.idle())
  return app
}

/** What every request meets: our headers, the end of a server that closes, and the log. */
function addHooks(app: FastifyInstance, { log, metrics }: AppServices) {
  let isClosing = false
  let isProxyTold = false
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.protocol))
    if (isClosing) return sendProblem(reply, 503)
    if (isProxyTold || !isForwardedInVain(request)) return
    isProxyTold = true
    log.warn(
      'X-Forwarded-For is not believed. Behind a proxy set TRUST_PROXY to its address: without, all visitors are one client, and come over plain http',
    )
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // A closing server no longer ends slow requests by itself, and would wait for them.
    setTimeout(() => app.server.closeAllConnections(), REQUEST_DEADLINE_MS + 1000).unref()
  })
  // Or a browser that keeps its connection would keep a server that ends from ending.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    metrics.count('http_requests_total', { status: String(status) })
    // The pattern of the route, never the address: it has the project's id in it.
    const route = request.routeOptions.url ?? 'none'
    log.info({ method: request.method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
}

function answerErrors(app: FastifyInstance, log: AppServices['log']) {
  app.setErrorHandler((error: unknown, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    // A directory of the public files, or a link out of them: there is nothing to see, so it is not there.
    if (status === 403 && !(error instanceof Refusal) && isRead(request)) return reply.callNotFound()
    if (status >= 500 || !isProblemStatus(status))
      log.error({ reason: describeError(error) }, 'A request failed')
    return sendProblem(reply, isProblemStatus(status) ? status : status < 500 ? 400 : 500)
  })
}

function answerNotFound(app: FastifyInstance, sendPage: ReturnType<typeof createPages>) {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith('/api/projects/') && request.method !== 'PUT')
      return sendProblem(reply.header('allow', 'PUT'), 405)
    if (path.startsWith('/api/')) return sendProblem(reply, 404)
    if (!isRead(request)) return sendProblem(reply.header('allow', 'GET, HEAD'), 405)
    if (path.startsWith('/assets/') || (path.includes('.') && !wantsPage(request))) {
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .headers({ 'cache-control': 'no-store', vary: 'accept' })
        .send('Not found\n')
    }
    return sendPage('not found', request, reply)
  })
}

/** By a proxy that is not trusted, or by anybody who likes to write such a header. */
const isForwardedInVain = ({ headers, ips = [] }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ips.length < 2

/** Somebody who opens an address, and not a page that fetches a part of itself. */
const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

const isRead = ({ method }: { method: string }) => method === 'GET' || method === 'HEAD'
