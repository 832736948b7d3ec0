import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ChosenPassword, Credentials, Person, Session } from '../../../desk/api.ts'
import { HOT_AFTER, WARM_AFTER } from '../../../desk/business-hours.ts'
import { isText, MAX_ADDRESS_LENGTH } from '../../../desk/limits.ts'
import { Refusal, sendProblem, sendTooMany } from '../../http/problem.ts'
import { clientOf } from '../../http/rate-limit.ts'
import type { DeskRoutes } from '../desk-services.ts'
import { passwordProblem } from './password-problem.ts'
import { hashPassword, isPassword, QueueFull } from './passwords.ts'
import { memberKey } from './people.ts'
import { clearSession, sessionToken, setSession } from './session-cookie.ts'
import { createThrottle } from './throttle.ts'

const MINUTE = 60_000
const MOST_BYTES = 16 * 1024

/** Getting in and out: GET, POST and DELETE session, POST password. */
export function addSessionRoutes(routes: FastifyInstance, services: DeskRoutes) {
  const { desk, brandName, siteDomain, personOf, now } = services
  // A person is slowed by what others try on their name, so by little, and not at all where they have signed in since
  // the start; a client by what it tries itself.
  const byAccount = createThrottle({ free: 10, longestMs: MINUTE })
  const byClient = createThrottle({ free: 10, longestMs: 15 * MINUTE })
  /** Clients, each with a person who has signed in from there. */
  const familiar = new Set<string>()
  const open = { config: { isOpen: true }, bodyLimit: MOST_BYTES }

  const sessionOf = (person: Person): Session => ({
    person,
    brandName,
    timeZone: desk.hours.timeZone,
    warmAfter: WARM_AFTER,
    hotAfter: HOT_AFTER,
  })

  routes.get('/session', async (request) => sessionOf(personOf(request)))

  routes.post('/session', open, async (request, reply) => {
    const { email, password } = textsOf<Credentials>(request.body, ['email', 'password'])
    if (!isText(email, MOST_BYTES)) throw new Refusal(400)
    const account = memberKey(email.slice(0, MAX_ADDRESS_LENGTH))
    const client = clientOf(request.ip)
    const here = `${client} ${account}`
    const counted = familiar.has(here) ? here : account
    const waitMs = Math.max(byAccount.waitMs(counted), byClient.waitMs(client))
    if (waitMs > 0) return slowDown(reply, waitMs)
    byAccount.begin(counted)
    byClient.begin(client)

    const member = await desk.people.find(account)
    const isRight = await unlessFull(isPassword(password, member?.password ?? ''))
    if (isRight === null) return slowDown(reply, 1000)
    if (!member || !isRight) {
      // What was typed as an address may be a password.
      await desk.audit.add(member?.email ?? 'unknown address', 'sign-in refused')
      return sendProblem(reply, 401)
    }
    byAccount.succeeded(counted)
    byClient.succeeded(client)
    familiar.add(here)
    const token = await desk.sessions.begin(member, sessionToken(request))
    if (token === null) return sendProblem(reply, 401)
    setSession(request, reply, token)
    await desk.audit.add(member.email, 'signed in')
    return sessionOf({ name: member.name, email: member.email })
  })

  routes.delete('/session', async (request, reply) => {
    const { email } = personOf(request)
    await desk.sessions.end(email)
    await desk.audit.add(email, 'signed out')
    clearSession(request, reply)
    return reply.code(204).send()
  })

  routes.post('/password', open, async (request: FastifyRequest, reply) => {
    const { token, password } = textsOf<ChosenPassword>(request.body, ['token', 'password'])
    const email = await desk.people.linkOf(token, now())
    const member = email ? await desk.people.find(email) : null
    if (!member) return sendProblem(reply, 422, { problem: 'link is used up' })
    const personalTexts = [member.name, member.email, brandName, siteDomain ?? '']
    const problem = await passwordProblem(password, personalTexts)
    if (problem) return sendProblem(reply, 422, { problem })
    const hashed = await unlessFull(hashPassword(password))
    if (hashed === null) return slowDown(reply, 1000)
    const isChosen = await desk.people.choosePassword(token, member.email, hashed)
    if (!isChosen) return sendProblem(reply, 422, { problem: 'link is used up' })
    // Whoever came by the link is this person from now on; they themselves may not have been the one.
    await desk.audit.add(member.email, 'password set')
    return reply.code(204).send()
  })

  routes.get('/people', async () =>
    (await desk.people.list()).map(({ name, email }): Person => ({ name, email })),
  )
}

/** Null when the queue of passwords is full. */
async function unlessFull<T>(hashing: Promise<T>): Promise<T | null> {
  try {
    return await hashing
  } catch (error) {
    if (error instanceof QueueFull) return null
    throw error
  }
}

const slowDown = (reply: FastifyReply, waitMs: number) => sendTooMany(reply, Math.ceil(waitMs / 1000))

/** What was sent, as the contract says it: texts under these names. */
function textsOf<Sent extends Record<keyof Sent, string>>(
  body: unknown,
  names: readonly (keyof Sent & string)[],
): Sent {
  const given: Partial<Record<string, unknown>> = typeof body === 'object' && body !== null ? { ...body } : {}
  const entries = names.map((name) => [name, given[name]] as const)
  if (!entries.every(([, value]) => typeof value === 'string')) throw new Refusal(400)
  // Object.fromEntries forgets which names it was given.
  return Object.fromEntries(entries) as Sent
}
