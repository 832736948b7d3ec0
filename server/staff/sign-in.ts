import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../desk/api.ts'
import { DUE_AFTER, OVERDUE_AFTER } from '../config/business-hours.ts'
import { sendProblem } from '../http/problem.ts'
import { addressOf } from '../http/rate-limit.ts'
import { isLoopback } from '../lib/addresses.ts'
import { version } from '../lib/product.ts'
import { browserName } from './browser-name.ts'
import { setCookie, tokenFrom } from './cookies.ts'
import type { Member } from './people.ts'
import type { SignedIn } from './sessions.ts'
import type { StaffRouteServices } from './staff.ts'

/** The parts of signing in that passwords, passkeys and links share. */
export function createSignIn({ staff, notices, settings }: StaffRouteServices) {
  const sessionOf = ({ name, email, role, mustAddPasskey }: SignedIn): Session => ({
    person: { name, email },
    role,
    brandName: settings().brandName,
    version,
    timeZone: settings().businessHours.timeZone,
    dueAfter: DUE_AFTER,
    overdueAfter: OVERDUE_AFTER,
    mustAddPasskey,
  })

  /**
   * Begins a session for a person who has proved their identity, and makes the browser known. Returns null if the
   * password has changed meanwhile.
   */
  async function beginSession(member: Member, reply: FastifyReply): Promise<Session | null> {
    const { request } = reply
    const token = await staff.sessions.begin(member, {
      browser: browserName(request.headers['user-agent']),
      replaced: tokenFrom(request, 'session'),
    })
    const person = token && (await staff.sessions.find(token, new Date(), { prolongsSession: false }))
    if (!person) return null
    setCookie(reply, 'session', token)
    setCookie(reply, 'device', await staff.devices.add(tokenFrom(request, 'device'), member.email))
    await staff.audit.add(member.email, 'signed in', clientAddress(request))
    return sessionOf(person)
  }

  return {
    sessionOf,
    beginSession,
    /** Begins a session, and emails the person if the browser is new. */
    async signIn(member: Member, reply: FastifyReply) {
      const { request } = reply
      const device = tokenFrom(request, 'device')
      const isKnown = device !== null && (await staff.devices.isKnown(device, member.email))
      const session = await beginSession(member, reply)
      if (!session) return sendProblem(reply, 401)
      if (!isKnown) notices.newBrowser(member, request)
      return session
    },
  }
}

/** For requests with a password or passkey. */
const MAX_BODY_BYTES = 16 * 1024

/** Options of a route for signed-in people that gets a password or passkey. */
export const withSecret = <Body>(body: Body) => ({
  bodyLimit: MAX_BODY_BYTES,
  onRequest: refusePlainHttp,
  schema: { body },
})

/** The same without a session. */
export const openWithSecret = <Body>(body: Body) => ({ ...withSecret(body), config: { isPublic: true } })

/**
 * Refuses passwords over plain http, where others could read them, except from a browser on the same machine, so that
 * people can try the product. A proxy must be listed in TRUST_PROXY to report that it was called over https.
 */
async function refusePlainHttp(request: FastifyRequest, reply: FastifyReply) {
  const isLocal = isLoopback(request.hostname) && request.headers['x-forwarded-for'] === undefined
  if (request.protocol !== 'https' && !isLocal)
    return sendProblem(reply, 403, { message: 'Passwords are accepted over https only.' })
}

/** The client's address for the audit list and the log. A proxy may forward a text that is not an address. */
export function clientAddress(request: FastifyRequest): string {
  const address = addressOf(request.ip)
  return isIP(address) === 0 ? 'unknown address' : address
}
