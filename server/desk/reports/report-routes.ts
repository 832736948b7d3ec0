import { dayOf, daysAfter } from '../../../desk/days.ts'
import { readFilter } from '../../../desk/filters.ts'
import { Refusal } from '../../http/problem.ts'
import type { Routes } from '../../http/routes.ts'
import type { DeskRouteServices } from '../desk.ts'

/** Four weeks, first and last day included. */
const DAYS_SHOWN = 28

/** Unanswered projects, the time to first contact, and how far visits get. */
export function addReportRoutes(routes: Routes, { desk, settings }: DeskRouteServices) {
  routes.get('/unanswered', () => desk.inbox.unanswered(new Date()))

  routes.get('/first-contacts', () => desk.firstContacts(new Date()))

  routes.get('/funnel', async (request) => {
    const asked = readFilter(request.query)
    if (!asked) throw new Refusal(400)
    const to = asked.to ?? dayOf(new Date(), settings().businessHours.timeZone)
    const from = asked.from ?? daysAfter(to, 1 - DAYS_SHOWN)
    await desk.visitCounts.flush()
    return desk.funnel(from, to)
  })
}
