import type { FastifyRequest } from 'fastify'
import {
  type Account,
  type ForgottenPassword,
  type NewPasswordProblem,
  PASSKEY_REQUIRED,
} from '../../desk/api.ts'
import { confirmation, newName, newPassword, passwordReset } from '../../desk/requests.ts'
import { sendProblem } from '../http/problem.ts'
import { clientOf } from '../http/rate-limit.ts'
import { byId, type Routes } from '../http/routes.ts'
import { linkOrigin } from '../http/site-origin.ts'
import { describeError } from '../lib/errors.ts'
import { createBackgroundQueue } from './background-queue.ts'
import { browserName } from './browser-name.ts'
import { createClientThrottle } from './client-throttle.ts'
import { setCookie, tokenFrom } from './cookies.ts'
import { hashPassword, inQueue, isPassword } from './passwords.ts'
import { normalizeAddress } from './people.ts'
import { problemOfPassword, slowDown } from './session-routes.ts'
import { clientAddress, withSecret } from './sign-in.ts'
import type { StaffRouteServices } from './staff.ts'

/** The maximum number of queued requests for a link. Each takes a few milliseconds. */
const MAX_LINKS_WAITING = 100

/** Changes that people make to their own account, and requests for a link after forgetting the password. */
export function addAccountRoutes(routes: Routes, services: StaffRouteServices) {
  const { staff, notices, mailer, siteUrl, personOf, log } = services
  const byClient = createClientThrottle()
  const links = createBackgroundQueue(MAX_LINKS_WAITING)

  routes.get('/account', async (request): Promise<Account> => {
    const sessions = await staff.sessions.list(
      personOf(request).email,
      tokenFrom(request, 'session'),
      new Date(),
    )
    return { sessions, hasNotices: mailer.sendNotice !== undefined }
  })

  routes.put('/account/name', { schema: { body: newName } }, async (request, reply) => {
    await staff.people.changeName(personOf(request).email, request.body.name.trim())
    return reply.code(204).send()
  })

  routes.put('/account/password', withSecret(newPassword), async (request, reply) => {
    const { current, password } = request.body
    const refuse = (problem: NewPasswordProblem) => sendProblem(reply, 422, { problem })
    const { email } = personOf(request)
    const { waitMs, member } = await checkPassword(email, current)
    if (waitMs > 0) return slowDown(reply, waitMs)
    if (!member) return refuse('wrong password')
    const problem = await problemOfPassword(password, member, services)
    if (problem) return refuse(problem)
    const hashed = await inQueue('known', () => hashPassword(password))
    if (hashed === null) return slowDown(reply, 1000)
    if (!(await staff.people.changePassword(member, hashed))) return refuse('wrong password')
    await staff.audit.add(email, 'password changed', clientAddress(request))
    notices.passwordChanged(member, request)
    // This browser stays signed in with a new session.
    const browser = browserName(request.headers['user-agent'])
    setCookie(reply, 'session', await staff.sessions.begin({ email, password: hashed }, { browser }))
    setCookie(reply, 'device', await staff.devices.add(tokenFrom(request, 'device'), email))
    return reply.code(204).send()
  })

  routes.post('/account/confirmation', withSecret(confirmation), async (request, reply) => {
    const { email } = personOf(request)
    // The same rule as for signing in.
    if (await staff.passkeys.isRequiredOf(email))
      return sendProblem(reply, 403, { problem: PASSKEY_REQUIRED })
    const { waitMs, member } = await checkPassword(email, request.body.password)
    if (waitMs > 0) return slowDown(reply, waitMs)
    if (!member) return sendProblem(reply, 422, { problem: 'wrong password' satisfies NewPasswordProblem })
    await staff.sessions.confirm(tokenFrom(request, 'session') ?? '')
    return reply.code(204).send()
  })

  /** The signed-in person if the password is theirs, and how long to wait before the next try. */
  async function checkPassword(email: string, password: string) {
    // Counted separately from sign-ins, so that neither slows down the other.
    const counter = `password of ${email}`
    const attempt = await inQueue('known', async () => {
      const waitMs = await staff.accountThrottle.begin(counter)
      if (waitMs > 0) return { waitMs, member: null }
      const member = await staff.people.find(email)
      return { waitMs, member: (await isPassword(password, member?.password ?? '')) ? member : null }
    })
    if (attempt?.member) await staff.accountThrottle.succeed(counter)
    return attempt ?? { waitMs: 1000, member: null }
  }

  routes.delete('/account/sessions', async (request, reply) => {
    await staff.sessions.endOthers(personOf(request).email, tokenFrom(request, 'session') ?? '')
    return reply.code(204).send()
  })

  routes.delete('/account/sessions/:id', { schema: byId }, async (request, reply) => {
    const { id } = request.params
    const hasEnded = await staff.sessions.endOne(personOf(request).email, id)
    return hasEnded ? reply.code(204).send() : sendProblem(reply, 404)
  })

  /** The origin of links for a forgotten password; null when no link can be sent. */
  const originOf = (request: FastifyRequest) =>
    mailer.sendNotice === undefined ? null : linkOrigin(request, siteUrl)

  const open = { config: { isPublic: true } }
  routes.get(
    '/forgotten-password',
    open,
    async (request): Promise<ForgottenPassword> => ({ canEmail: originOf(request) !== null }),
  )

  const forgotten = { ...open, schema: { body: passwordReset } }
  routes.post('/forgotten-password', forgotten, async (request, reply) => {
    const client = clientOf(request.ip)
    const waitMs = byClient.begin(client)
    if (waitMs > 0) return slowDown(reply, waitMs)
    notices.inBackground(() => queueLink(normalizeAddress(request.body.email), request))
    return reply.code(204).send()
  })

  async function queueLink(address: string, request: FastifyRequest) {
    if (!(await links.add(address, () => sendLink(address, request))))
      log.warn('Too many links for a forgotten password were requested at the same time')
  }

  async function sendLink(address: string, request: FastifyRequest) {
    const origin = originOf(request)
    try {
      const member = origin === null ? null : await staff.people.find(address)
      if (!member) return
      const token = await staff.people.linkForForgotten(member.email, clientAddress(request))
      if (token !== null) notices.passwordLink(member, `${origin}/desk#set=${token}`)
    } catch (error) {
      log.warn({ reason: describeError(error) }, 'A link for a forgotten password could not be created')
    }
  }
}
