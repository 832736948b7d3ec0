import type { FastifyReply, FastifyRequest } from 'fastify'
import { MUST_CONFIRM, type Passkey, type PasskeyProblem } from '../../desk/api.ts'
import { newPasskey, type PasskeysRequired, passkeySignIn, passkeysRequired } from '../../desk/requests.ts'
import { anything } from '../../desk/schema.ts'
import { sendProblem, sendTooMany } from '../http/problem.ts'
import { clientOf, createRateLimit } from '../http/rate-limit.ts'
import { byId, type Routes } from '../http/routes.ts'
import { createClientThrottle } from './client-throttle.ts'
import { tokenFrom } from './cookies.ts'
import type { PasskeyOfPerson } from './passkeys.ts'
import { slowDown } from './session-routes.ts'
import { clientAddress, createSignIn, openWithSecret, withSecret } from './sign-in.ts'
import type { StaffRouteServices } from './staff.ts'
import {
  claimedId,
  creationOptions,
  type RelyingParty,
  readNewPasskey,
  readSignIn,
  relyingPartyOf,
  signInOptions,
} from './webauthn.ts'

/** Challenges per client and minute. Anyone can request them. */
const MAX_CHALLENGES = 10

/** Passkeys: adding, removing and requiring them, and signing in with one. */
export function addPasskeyRoutes(routes: Routes, services: StaffRouteServices) {
  const { staff, notices, settings, siteUrl, personOf, log } = services
  const { signIn } = createSignIn(services)
  const challenges = createRateLimit(MAX_CHALLENGES)
  const byClient = createClientThrottle()
  const forOwners = { config: { ownersOnly: true } }
  const siteOf = (request: FastifyRequest) => relyingPartyOf(request, siteUrl)

  routes.get('/account/passkeys', async (request) =>
    (await staff.passkeys.list(personOf(request).email)).map(
      ({ id, name, createdAt, lastUsedAt }): Passkey => ({ id, name, createdAt, lastUsedAt }),
    ),
  )

  routes.post('/account/passkeys/options', async (request, reply) => {
    const person = personOf(request)
    // Adding a passkey needs a challenge, so this check covers both requests.
    if (!person.isConfirmed) return sendProblem(reply, 403, { problem: MUST_CONFIRM })
    const options = await creationOptions(
      {
        person,
        userHandle: await staff.passkeys.userHandle(person.email),
        passkeys: await staff.passkeys.list(person.email),
      },
      siteOf(request).id,
      settings().brandName,
    )
    await staff.passkeys.addChallenge(options.challenge, person.email)
    return options
  })

  routes.post('/account/passkeys', { schema: { body: newPasskey } }, async (request, reply) => {
    const { email } = personOf(request)
    const { response } = request.body
    const name = request.body.name.trim()
    const read = await readNewPasskey(response, siteOf(request))
    if (!read) return refuse(reply, 'invalid passkey')
    if (!(await staff.passkeys.takeChallenge(read.challenge, email))) return refuse(reply, 'too late')
    const added = await staff.passkeys.add(email, { ...read.passkey, name })
    if (added !== 'done') return refuse(reply, added)
    notices.passkeyChanged(personOf(request), 'added', name)
    return reply.code(204).send()
  })

  routes.delete('/account/passkeys/:id', { schema: byId }, async (request, reply) => {
    const { email } = personOf(request)
    const removed = await staff.passkeys.remove(email, request.params.id)
    if (typeof removed === 'string') return refuse(reply, removed)
    notices.passkeyChanged(personOf(request), 'removed', removed.name)
    return reply.code(204).send()
  })

  routes.post('/session/passkey/options', openWithSecret(anything), async (request, reply) => {
    if (!challenges.take(request.ip)) return sendTooMany(reply)
    const options = await signInOptions(siteOf(request).id)
    await staff.passkeys.addChallenge(options.challenge, null)
    return options
  })

  routes.post('/session/passkey', openWithSecret(passkeySignIn), async (request, reply) => {
    const { response } = request.body
    const client = clientOf(request.ip)
    const waitMs = byClient.begin(client)
    if (waitMs > 0) return slowDown(reply, waitMs)
    const passkey = await staff.passkeys.find(claimedId(response))
    // Read before any check, so that a password change in the meantime is detected.
    const member = passkey && (await staff.people.find(passkey.email))
    if (!member) return refuseSignIn('unknown passkey')
    const problem = await problemWith(passkey, response, siteOf(request))
    if (problem !== null) {
      // Unknown passkeys are not listed, because anyone can make one up.
      await staff.audit.addRefusedSignIn(member.email, `${clientAddress(request)}, ${problem}`)
      return refuseSignIn(problem)
    }
    byClient.succeed(client)
    return signIn(member, reply)

    function refuseSignIn(reason: PasskeyProblem) {
      log.warn({ address: clientAddress(request) }, 'Sign-in refused')
      return refuse(reply, reason)
    }
  })

  routes.post('/account/confirmation/passkey', withSecret(passkeySignIn), async (request, reply) => {
    const { response } = request.body
    const passkey = await staff.passkeys.find(claimedId(response))
    if (passkey?.email !== personOf(request).email) return refuse(reply, 'unknown passkey')
    const problem = await problemWith(passkey, response, siteOf(request))
    if (problem !== null) return refuse(reply, problem)
    await staff.sessions.confirm(tokenFrom(request, 'session') ?? '')
    return reply.code(204).send()
  })

  async function problemWith(passkey: PasskeyOfPerson, response: unknown, site: RelyingParty) {
    const read = await readSignIn(response, passkey, site)
    if (!read) return 'invalid passkey'
    if (!(await staff.passkeys.takeChallenge(read.challenge, null))) return 'too late'
    const used = await staff.passkeys.recordUse(passkey.id, read.counter)
    return used === 'done' ? null : used
  }

  routes.get(
    '/passkeys-required',
    forOwners,
    async (): Promise<PasskeysRequired> => ({ isRequired: await staff.passkeys.areRequired() }),
  )

  routes.put(
    '/passkeys-required',
    { ...forOwners, schema: { body: passkeysRequired } },
    async (request, reply) => {
      const { isRequired } = request.body
      const { email, isConfirmed } = personOf(request)
      if (!isRequired && !isConfirmed) return sendProblem(reply, 403, { problem: MUST_CONFIRM })
      const done = await staff.passkeys.require(isRequired, email)
      return done === 'done' ? reply.code(204).send() : refuse(reply, done)
    },
  )
}

const refuse = (reply: FastifyReply, problem: PasskeyProblem) => sendProblem(reply, 422, { problem })
