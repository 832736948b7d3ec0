import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf, screens } from '../../questionnaire/screens.ts'
import type { SendPage } from './pages.ts'

/**
 * The pages of the visit and the desk. Every screen's address returns the landing page. The desk is closed until the
 * operator has added or invited the first person.
 */
export function addPageRoutes(
  app: FastifyInstance,
  sendPage: SendPage,
  isDeskClosed: () => Promise<boolean>,
) {
  for (const index of screens.keys()) {
    app.get(pathOf(index), (request, reply) => sendPage('landing', request, reply))
  }
  const sendDesk = async (request: FastifyRequest, reply: FastifyReply) =>
    sendPage((await isDeskClosed()) ? 'not found' : 'desk', request, reply)
  app.get('/desk', sendDesk)
  app.get('/desk/', (_request, reply) => reply.redirect('/desk'))
  // Each page of the desk has its own address, and the browser selects the page. None of them contains a dot.
  app.get<{ Params: { '*': string } }>('/desk/*', (request, reply) =>
    request.params['*'].includes('.') ? reply.callNotFound() : sendDesk(request, reply),
  )
}
