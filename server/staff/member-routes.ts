import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type ChosenMember,
  type MemberProblem,
  type Members,
  type NewLink,
  type NewMember,
  type Removal,
  type RoleChange,
  roles,
} from '../../desk/api.ts'
import { isPersonName, MAX_ADDRESS_LENGTH } from '../../desk/limits.ts'
import { Refusal, sendProblem } from '../http/problem.ts'
import { linkOrigin } from '../http/site-origin.ts'
import { invitationEmail, type MemberEmail, removalEmail, resetEmail, roleEmail } from './member-emails.ts'
import { isAddress, normalizeAddress } from './people.ts'
import { emailStaff } from './staff-email.ts'
import type { StaffRouteServices } from './staff-services.ts'

/** The page "People", where owners invite people and change, reset or remove them. */
export function addMemberRoutes(routes: FastifyInstance, services: StaffRouteServices) {
  const { staff, notices, brandName, mailer, siteUrl, personOf, now } = services
  const owners = { config: { ownersOnly: true } }

  const contextOf = (request: FastifyRequest) => ({ brandName, owner: personOf(request).name })

  const notify = (to: string, email: MemberEmail) =>
    notices.inBackground(() => emailStaff({ to, ...email }, services))

  /** The address in the body, or null if owners name themselves: another owner has to do this. */
  const otherPersonIn = (request: FastifyRequest) => {
    const email = emailIn(request.body)
    return email === personOf(request).email ? null : email
  }

  /** E-mails a link. Without a known address of this site the owner hands it over. */
  async function sendLink(
    request: FastifyRequest,
    { to, token, content }: { to: string; token: string; content: typeof invitationEmail },
  ): Promise<NewLink> {
    const origin = linkOrigin(request, siteUrl)
    if (origin === null) return { email: to, token, isEmailed: false }
    const message = content(`${origin}/desk#set=${token}`, contextOf(request))
    return { email: to, token, isEmailed: await emailStaff({ to, ...message }, services) }
  }

  routes.get('/members', owners, async (): Promise<Members> => {
    return { members: await staff.listMembers(now()), sendsEmails: mailer.sendNotice !== undefined }
  })

  routes.post('/members', owners, async (request, reply) => {
    const { name, role } = fieldsOf<NewMember>(request.body)
    const email = emailIn(request.body)
    if (!isPersonName(name)) throw new Refusal(400)
    if (!isAddress(email)) return refuse(reply, 'not an address')
    const person = { name: name.trim(), email, role: roleIn(role) }
    const token = await staff.people.add(person, personOf(request).email)
    if (token === null) return refuse(reply, 'address taken')
    return sendLink(request, { to: email, token, content: invitationEmail })
  })

  routes.post('/members/link', owners, async (request, reply) => {
    const email = emailIn(request.body)
    const token = await staff.people.renewLink(email, personOf(request).email)
    if (token !== null) return sendLink(request, { to: email, token, content: invitationEmail })
    return refuse(reply, (await staff.people.find(email)) ? 'has a password' : 'unknown person')
  })

  routes.post('/members/reset', owners, async (request, reply) => {
    const email = otherPersonIn(request)
    if (email === null) return refuse(reply, 'yourself')
    const token = await staff.people.reset(email, personOf(request).email)
    if (token !== null) return sendLink(request, { to: email, token, content: resetEmail })
    return refuse(reply, (await staff.people.find(email)) ? 'last owner' : 'unknown person')
  })

  routes.post('/members/role', owners, async (request, reply) => {
    const email = emailIn(request.body)
    const role = roleIn(fieldsOf<RoleChange>(request.body).role)
    const changed = await staff.people.changeRole(email, role, personOf(request).email)
    if (changed === 'unknown person' || changed === 'last owner') return refuse(reply, changed)
    if (changed === 'done') notify(email, roleEmail(role, contextOf(request)))
    return reply.code(204).send()
  })

  routes.post('/members/remove', owners, async (request, reply) => {
    const email = otherPersonIn(request)
    const { heir } = fieldsOf<Removal>(request.body)
    if (email === null) return refuse(reply, 'yourself')
    if (heir !== null && typeof heir !== 'string') throw new Refusal(400)
    const person = await staff.people.find(email)
    const removed = await staff.people.remove(email, { who: personOf(request), heir })
    if (removed !== 'done') return refuse(reply, removed)
    if (person?.password) notify(email, removalEmail(contextOf(request)))
    return reply.code(204).send()
  })
}

const refuse = (reply: FastifyReply, problem: MemberProblem) => sendProblem(reply, 422, { problem })

const fieldsOf = <T>(body: unknown): Partial<Record<keyof T, unknown>> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

function emailIn(body: unknown): string {
  const { email } = fieldsOf<ChosenMember>(body)
  if (typeof email !== 'string' || email.length > MAX_ADDRESS_LENGTH) throw new Refusal(400)
  return normalizeAddress(email)
}

function roleIn(value: unknown) {
  const role = roles.find((one) => one === value)
  if (!role) throw new Refusal(400)
  return role
}
