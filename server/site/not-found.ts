import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendProblem } from '../http/problem.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { SendPage } from './pages.ts'

/** Responds to unknown addresses with a page for people, and with a problem or a line of text for programs. */
export function addNotFoundHandler(app: FastifyInstance, sendPage: SendPage) {
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

/** Responds to an address that Fastify cannot decode, such as `/%`. Fastify runs no hooks for it. */
export const createBadUrlHandler =
  (sendPage: SendPage) => (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(securityHeaders(request.protocol))
    const isForPage = isRead(request) && wantsPage(request) && !request.url.startsWith('/api/')
    return isForPage ? sendPage('not found', request, reply) : sendProblem(reply, 400)
  }

/** True if a person opened the address, and false if a page requested one of its files. */
const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'
