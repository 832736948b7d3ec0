import { Refusal } from '../http/problem.ts'
import type { Routes } from '../http/routes.ts'
import { addAccountRoutes } from './account-routes.ts'
import { addMemberRoutes } from './member-routes.ts'
import { addPasskeyRoutes } from './passkey-routes.ts'
import { addSessionRoutes } from './session-routes.ts'
import type { StaffRouteServices } from './staff.ts'

/** Signing in, one's own account, the other people, and the audit list. */
export function addStaffRoutes(routes: Routes, services: StaffRouteServices) {
  addSessionRoutes(routes, services)
  addPasskeyRoutes(routes, services)
  addMemberRoutes(routes, services)
  addAccountRoutes(routes, services)

  routes.get<{ Querystring: { before?: unknown } }>(
    '/audit',
    { config: { ownersOnly: true } },
    async ({ query: { before } }) => {
      if (before === undefined) return services.staff.audit.list()
      const id = Number(before)
      if (!Number.isSafeInteger(id)) throw new Refusal(400)
      return services.staff.audit.list(id)
    },
  )
}
