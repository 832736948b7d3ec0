import { createServer, type RequestListener, type Server } from 'node:http'
import { REQUEST_DEADLINE_MS } from '../lib/deadline.ts'
import { answerClientError, refuseTunnel } from './client-error.ts'

/** Slow clients: the headers, the whole request, one kept for the next request, and how often each is looked at. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2000,
}
const LONGEST_SILENCE_MS = 60_000
/** What was asked before the end has been answered by then. */
const LAST_REQUEST_MS = REQUEST_DEADLINE_MS + 1000

/** Node's HTTP server, but for what Node would answer itself, with none of our headers. */
export function createHttpServer(onRequest: RequestListener): Server {
  const server = createServer({ ...limits, requireHostHeader: false }, onRequest)
  server.setTimeout(LONGEST_SILENCE_MS)
  server.on('clientError', answerClientError)
  server.on('connect', refuseTunnel)
  server.on('checkExpectation', onRequest)
  return server
}

/** For a server that closes: Node no longer looks who is slow to ask, or to read, and would wait for them. */
export const endSlow = (server: Server) =>
  setTimeout(() => server.closeAllConnections(), LAST_REQUEST_MS).unref()
