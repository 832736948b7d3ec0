import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { sendProblem } from './problem.ts'
import { securityHeaders } from './security-headers.ts'

interface HookServices {
  readonly log: Log
  readonly metrics: Metrics
}

/** For a submission. The browser waits longer: web/visit/send-project.test.ts. */
export const REQUEST_DEADLINE_MS = 15_000

/**
 * What happens to every request: security headers, a 503 while the server closes, a 404 for another spelling of a path, a
 * count and a log line.
 */
export function addRequestHooks(app: FastifyInstance, { log, metrics }: HookServices) {
  let isClosing = false
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(securityHeaders(request.protocol))
    if (isClosing) return sendProblem(reply, 503)
    if (!request.is404 && !isCanonical(request.url)) return reply.callNotFound()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    // A closing server no longer ends slow requests by itself, and would wait for them.
    setTimeout(() => app.server.closeAllConnections(), REQUEST_DEADLINE_MS + 1000).unref()
  })
  // A connection that a browser keeps open would delay the end of the server.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const status = reply.statusCode
    metrics.count('http_requests_total', { status: String(status) })
    // The pattern of the route, because the address contains the project's id.
    const route = request.routeOptions.url ?? 'none'
    log.info({ method: request.method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered')
  })
  warnOfUntrustedProxy(app, log)
}

/**
 * False for another spelling of a path, such as `/%64esk`, which a proxy's rule for `/desk` may not match. The name of a
 * site may stand before the path (RFC 9112, 3.2.2).
 */
function isCanonical(url: string): boolean {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/, '').split('?')
  return !path.includes('%') && URL.parse(path, 'http://localhost')?.pathname === path
}

/** Logs once that a proxy forwards requests and TRUST_PROXY does not list it. */
function warnOfUntrustedProxy(app: FastifyInstance, log: Log) {
  let isLogged = false
  app.addHook('onRequest', async (request) => {
    if (isLogged || !isForwardedByStranger(request)) return
    isLogged = true
    log.warn(
      'X-Forwarded-For is ignored. Behind a proxy, set TRUST_PROXY to its address: otherwise all visitors count as one client that uses plain http',
    )
  })
}

const isForwardedByStranger = ({ headers, ips = [] }: FastifyRequest) =>
  headers['x-forwarded-for'] !== undefined && ips.length < 2
