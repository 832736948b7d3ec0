import type { FastifyRequest } from 'fastify'
import { MUST_ADD_PASSKEY, OWNERS_ONLY, UNATTENDED } from '../../desk/api.ts'
import { Refusal, sendProblem, sendTooMany } from '../http/problem.ts'
import { createRateLimit } from '../http/rate-limit.ts'
import type { Routes } from '../http/routes.ts'
import { isSameSite } from '../http/same-site.ts'
import { tokenFrom } from './cookies.ts'
import type { SignedIn } from './sessions.ts'
import type { StaffRouteServices, StaffServices } from './staff.ts'

/** Changes to their own account that one person may make. More would only fill the audit list. */
const MAX_ACCOUNT_CHANGES_PER_HOUR = 30
const HOUR = 3600_000
const ACCOUNT = /^\/api\/desk\/account(\/|$)/
/** The routes for a person who has to add a passkey first. */
const OPEN_WITHOUT_PASSKEY = /^\/api\/desk\/(session|account)(\/|$)/

/** Requires a session for all routes added after this. A route's `config` can change the rule. */
export function requireSession(
  routes: Routes,
  { staff, siteUrl }: Pick<StaffServices, 'staff' | 'siteUrl'>,
): StaffRouteServices['personOf'] {
  const signedIn = new WeakMap<FastifyRequest, SignedIn>()
  const accountChanges = createRateLimit(MAX_ACCOUNT_CHANGES_PER_HOUR, undefined, HOUR)

  routes.addHook('onRequest', async (request, reply) => {
    if (!isSameSite(request, siteUrl)) throw new Refusal(403)
    const { config, url = '' } = request.routeOptions
    const token = tokenFrom(request, 'session')
    const prolongsSession = request.headers[UNATTENDED] === undefined && config.prolongsSession !== false
    const person = token ? await staff.sessions.find(token, new Date(), { prolongsSession }) : null
    if (!person && config.isPublic !== true) throw new Refusal(401)
    if (config.ownersOnly && person?.role !== 'owner')
      return sendProblem(reply, 403, { problem: OWNERS_ONLY })
    const isOpen = config.isPublic || OPEN_WITHOUT_PASSKEY.test(url)
    if (person?.mustAddPasskey && !isOpen) return sendProblem(reply, 403, { problem: MUST_ADD_PASSKEY })
    const changesAccount = ACCOUNT.test(url) && !['GET', 'HEAD'].includes(request.method)
    if (person && changesAccount && !accountChanges.take(person.email))
      return sendTooMany(reply, HOUR / 1000 / MAX_ACCOUNT_CHANGES_PER_HOUR)
    if (person) signedIn.set(request, person)
  })

  return (request) => {
    const person = signedIn.get(request)
    if (!person) throw new Refusal(401)
    return person
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no session. */
    readonly isPublic?: boolean
    /** Specialists get 403. */
    readonly ownersOnly?: boolean
    /** False for requests that a page repeats by itself. */
    readonly prolongsSession?: boolean
  }
}
