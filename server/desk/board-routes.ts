import type { FastifyInstance } from 'fastify'
import { dayOf } from '../../desk/business-hours.ts'
import { Refusal } from '../problem.ts'
import type { DeskRoutes } from './desk-routes.ts'
import { readFilter } from './read-filter.ts'

const DAY_MS = 24 * 3600_000
/** Four weeks, the first and the last day included. */
const DAYS_SHOWN = 28

/** What the plots show: the unanswered, the time to first contact, and how far visits get. */
export function addBoardRoutes(routes: FastifyInstance, { desk, now }: DeskRoutes) {
  routes.get('/unanswered', () => desk.inbox.unanswered(now()))

  routes.get('/first-contacts', () => desk.firstContacts(now()))

  routes.get('/funnel', async (request) => {
    const asked = readFilter(request.query)
    if (!asked) throw new Refusal(400)
    const { timeZone } = desk.hours
    const to = asked.to ?? dayOf(now(), timeZone)
    const from =
      asked.from ?? dayOf(new Date(Date.parse(`${to}T12:00:00Z`) - (DAYS_SHOWN - 1) * DAY_MS), timeZone)
    await desk.steps.flush()
    return desk.funnel(from, to)
  })
}
