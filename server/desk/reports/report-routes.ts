import type { FastifyInstance } from 'fastify'
import { dayOf, daysAfter } from '../../../desk/business-hours.ts'
import { Refusal } from '../../http/problem.ts'
import type { DeskRoutes } from '../desk-services.ts'
import { readFilter } from '../inbox/read-filter.ts'

/** Four weeks, the first and the last day included. */
const DAYS_SHOWN = 28

/** What the plots show: the unanswered, the time to first contact, and how far visits get. */
export function addBoardRoutes(routes: FastifyInstance, { desk, now }: DeskRoutes) {
  routes.get('/unanswered', () => desk.inbox.unanswered(now()))

  routes.get('/first-contacts', () => desk.firstContacts(now()))

  routes.get('/funnel', async (request) => {
    const asked = readFilter(request.query)
    if (!asked) throw new Refusal(400)
    const to = asked.to ?? dayOf(now(), desk.hours.timeZone)
    const from = asked.from ?? daysAfter(to, 1 - DAYS_SHOWN)
    await desk.steps.flush()
    return desk.funnel(from, to)
  })
}
