import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Session } from '../../desk/api.ts'
import { HOT_AFTER, WARM_AFTER } from '../config/business-hours.ts'
import { sendProblem } from '../http/problem.ts'
import { addressOf } from '../http/rate-limit.ts'
import { isLoopback } from '../lib/addresses.ts'
import { browserName } from './browser-name.ts'
import { setCookie, tokenFrom } from './cookies.ts'
import type { Member } from './people.ts'
import type { SignedIn } from './sessions.ts'
import type { StaffRouteServices } from './staff.ts'

/** What signing in with a password, with a passkey and through a link share. */
export function createSignIn({ staff, notices, brandName, now }: StaffRouteServices) {
  const sessionOf = ({ name, email, role, mustAddPasskey }: SignedIn): Session => ({
    person: { name, email },
    role,
    brandName,
    timeZone: staff.timeZone,
    warmAfter: WARM_AFTER,
    hotAfter: HOT_AFTER,
    mustAddPasskey,
  })

  /**
   * Begins the session of a person who has proved who they are, and makes the browser known. Returns null when the
   * password was changed meanwhile.
   */
  async function beginSession(member: Member, reply: FastifyReply): Promise<Session | null> {
    const { request } = reply
    const token = await staff.sessions.begin(member, {
      browser: browserName(request.headers['user-agent']),
      replaced: tokenFrom(request, 'session'),
    })
    const person = token && (await staff.sessions.find(token, now(), { prolongsSession: false }))
    if (!person) return null
    setCookie(reply, 'session', token)
    setCookie(reply, 'device', await staff.devices.add(tokenFrom(request, 'device'), member.email))
    await staff.audit.add(member.email, 'signed in', clientAddress(request))
    return sessionOf(person)
  }

  return {
    sessionOf,
    beginSession,
    /** Begins a session, and e-mails the person if the browser was not known. */
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

/**
 * Over plain http others could read a password on the way. It is accepted from a browser on the same machine, so that
 * the product can be tried. A proxy has to be listed in TRUST_PROXY, so that it can say that it was called over https.
 */
export async function refusePlainHttp(request: FastifyRequest, reply: FastifyReply) {
  const isLocal = isLoopback(request.hostname) && request.headers['x-forwarded-for'] === undefined
  if (request.protocol !== 'https' && !isLocal)
    return sendProblem(reply, 403, { message: 'Passwords are accepted over https only.' })
}

/** For the audit list and the log. A proxy may have passed on another text. */
export function clientAddress(request: FastifyRequest): string {
  const address = addressOf(request.ip)
  return isIP(address) === 0 ? 'unknown address' : address
}
