import { createServer, type RequestListener, type Server } from 'node:http'
import { answerClientError, refuseTunnel } from './client-error.ts'

/** Slow clients: the headers, the whole request, one kept for the next request, and how often each is looked at. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 2000,
}
const LONGEST_SILENCE_MS = 60_000

/** Node's HTTP server, but for what Node would answer itself, with none of our headers. */
export function createHttpServer(onRequest: RequestListener): Server {
  const server = createServer({ ...limits, requireHostHeader: false }, onRequest)
  server.setTimeout(LONGEST_SILENCE_MS)
  server.on('clientError', answerClientError)
  server.on('connect', refuseTunnel)
  server.on('checkExpectation', onRequest)
  return server
}
