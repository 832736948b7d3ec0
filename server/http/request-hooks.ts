import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { sendProblem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

/** For submissions. The browser waits longer: see web/visit/send-project.test.ts. */
export const REQUEST_DEADLINE_MS = 15_000

/**
 * Adds to every request: security headers, a 503 while the server closes, a 404 for another spelling of a path, a count
 * and a log line.
 */
export function addRequestHooks(app: FastifyInstance, log: Log, metrics: Metrics) {
  let isClosing = false
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.protocol))
    if (isClosing) return sendProblem(reply, 503)
    if (!request.is404 && !isCanonical(request.url)) return reply.callNotFound()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // A closing server no longer times out slow requests, and would wait for them.
    setTimeout(() => app.server.closeAllConnections(), REQUEST_DEADLINE_MS + 1000).unref()
  })
  // Connections that browsers keep open would delay the shutdown.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    metrics.count('http_requests_total', { status: String(status) })
    // The route's pattern, because the URL contains the project's id.
    const route = request.routeOptions.url ?? 'none'
    log.info({ method: request.method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  warnOfUntrustedProxy(app, log)
}

/**
 * False for another spelling of a path, such as `/%64esk`, which a proxy's rule for `/desk` might not match. An origin
 * may come before the path (RFC 9112, 3.2.2).
 */
function isCanonical(url: string): boolean {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split('?')
  return !path.includes('%') && URL.parse(path, 'http://localhost')?.pathname === path
}

/** Warns once if a proxy that is not listed in TRUST_PROXY forwards requests. */
function warnOfUntrustedProxy(app: FastifyInstance, log: Log) {
  let isLogged = false
  app.addHook('onRequest', async (request) => {
    if (isLogged || !isForwardedByStranger(request)) return
    isLogged = true
    log.warn(
      'X-Forwarded-For is ignored. If there is a proxy, set TRUST_PROXY to its address. Otherwise all visitors count as one client that uses plain http',
    )
  })
}

const isForwardedByStranger = ({ headers, ips = [] }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ips.length < 2
