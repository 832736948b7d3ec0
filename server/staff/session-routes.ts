import type { FastifyReply } from 'fastify'
import type { MemberProblem, NewLink, PasswordProblem, Person, SetPassword } from '../../desk/api.ts'
import { MAX_ADDRESS_LENGTH } from '../../desk/limits.ts'
import { chosenPassword, credentials, firstOwner } from '../../desk/requests.ts'
import { sendProblem, sendTooMany } from '../http/problem.ts'
import { clientOf } from '../http/rate-limit.ts'
import type { Routes } from '../http/routes.ts'
import { createClientThrottle } from './client-throttle.ts'
import { setCookie, tokenFrom } from './cookies.ts'
import { passwordProblem } from './password-problem.ts'
import { hashPassword, inQueue, isPassword } from './passwords.ts'
import { hashToken, isAddress, normalizeAddress } from './people.ts'
import { clientAddress, createSignIn, openWithSecret } from './sign-in.ts'
import type { StaffRouteServices } from './staff.ts'

/** Signing in and out, and choosing a password. */
export function addSessionRoutes(routes: Routes, services: StaffRouteServices) {
  const { staff, notices, personOf, log } = services
  const { sessionOf, beginSession, signIn } = createSignIn(services)
  const byClient = createClientThrottle()

  routes.get('/session', async (request) => sessionOf(personOf(request)))

  routes.post('/session', openWithSecret(credentials), async (request, reply) => {
    const { email, password } = request.body
    const account = normalizeAddress(email.slice(0, MAX_ADDRESS_LENGTH))
    const client = clientOf(request.ip)
    const device = tokenFrom(request, 'device')
    const isKnown = device !== null && (await staff.devices.isKnown(device, account))
    // Each known browser has its own counter, so the failures of others do not slow it down.
    const accountKey = isKnown ? `${hashToken(device)} ${account}` : account
    if (!isKnown) {
      const waitMs = byClient.begin(client)
      if (waitMs > 0) return slowDown(reply, waitMs)
    }

    const attempt = await inQueue(isKnown ? 'known' : 'unknown', async () => {
      const waitMs = await staff.accountThrottle.begin(accountKey)
      if (waitMs > 0) return { waitMs }
      const member = await staff.people.find(account)
      const needsPasskey = await staff.passkeys.isRequiredOf(account)
      return { member, needsPasskey, isRight: await isPassword(password, member?.password ?? '') }
    })
    if (attempt === null) return slowDown(reply, 1000)
    if (attempt.waitMs !== undefined) return slowDown(reply, attempt.waitMs)
    const { member, needsPasskey, isRight } = attempt
    const address = clientAddress(request)
    // If a passkey is required, the right password gets the same response as a wrong one, so that no one can learn it.
    if (!member || !isRight || needsPasskey) {
      log.warn({ address }, 'Sign-in refused')
      const detail = isRight ? `${address}, without a passkey` : address
      // An unknown address is not stored: it may be a password typed into the wrong field.
      await staff.audit.addRefusedSignIn(member?.email ?? 'unknown address', detail)
      return sendProblem(reply, 401)
    }
    await staff.accountThrottle.succeed(accountKey)
    if (!isKnown) byClient.succeed(client)
    return signIn(member, reply)
  })

  routes.delete('/session', async (request, reply) => {
    const { email } = personOf(request)
    await staff.sessions.end(email)
    await staff.audit.add(email, 'signed out')
    setCookie(reply, 'session', null)
    return reply.code(204).send()
  })

  routes.post('/first-owner', openWithSecret(firstOwner), async (request, reply) => {
    const { token, name } = request.body
    const email = normalizeAddress(request.body.email)
    const refuse = (problem: MemberProblem | PasswordProblem) => sendProblem(reply, 422, { problem })
    if (!isAddress(email)) return refuse('not an address')
    const link = await staff.firstOwner.accept(token, { name: name.trim(), email })
    return link === null ? refuse('link is used up') : ({ token: link } satisfies Pick<NewLink, 'token'>)
  })

  routes.post('/password', openWithSecret(chosenPassword), async (request, reply) => {
    const { token, password } = request.body
    const email = await staff.people.addressOfLink(token, new Date())
    const member = email ? await staff.people.find(email) : null
    if (!member) return sendProblem(reply, 422, { problem: 'link is used up' })
    const problem = await problemOfPassword(password, member, services)
    if (problem) return sendProblem(reply, 422, { problem })
    const hashed = await inQueue('known', () => hashPassword(password))
    if (hashed === null) return slowDown(reply, 1000)
    const isChosen = await staff.people.choosePassword(token, member.email, hashed)
    if (!isChosen) return sendProblem(reply, 422, { problem: 'link is used up' })
    // A link for a new or reset account works only while there is no password.
    const isFirst = member.password === ''
    if (!isFirst) notices.passwordChanged(member, request)
    // Recorded, because a stranger may have used the link.
    const what = isFirst ? 'password set' : 'forgotten password replaced'
    await staff.audit.add(member.email, what, clientAddress(request))
    const hasPasskeys = (await staff.passkeys.list(member.email)).length > 0
    if (await staff.passkeys.isRequiredOf(member.email)) {
      setCookie(reply, 'device', await staff.devices.add(tokenFrom(request, 'device'), member.email))
      return { isSignedIn: false, hasPasskeys } satisfies SetPassword
    }
    const session = await beginSession({ ...member, password: hashed }, reply)
    return { isSignedIn: session !== null, hasPasskeys } satisfies SetPassword
  })

  routes.get('/people', async () =>
    (await staff.people.list()).map(({ name, email }): Person => ({ name, email })),
  )
}

/** Why a person may not have this password, or null. */
export const problemOfPassword = (
  password: string,
  { name, email }: Person,
  { settings, siteDomain }: StaffRouteServices,
) => passwordProblem(password, [name, email, settings().brandName, siteDomain ?? ''])

export const slowDown = (reply: FastifyReply, waitMs: number) => sendTooMany(reply, Math.ceil(waitMs / 1000))
