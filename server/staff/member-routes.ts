import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberProblem, Members, NewLink } from '../../desk/api.ts'
import { chosenMember, newMember, removal, roleChange } from '../../desk/requests.ts'
import { sendProblem } from '../http/problem.ts'
import type { Routes } from '../http/routes.ts'
import { linkOrigin } from '../http/site-origin.ts'
import { invitationEmail, removalEmail, resetEmail, roleEmail } from './member-emails.ts'
import { isAddress, normalizeAddress } from './people.ts'
import type { StaffRouteServices } from './staff.ts'
import { emailStaff, type StaffEmail } from './staff-email.ts'

/** The "People" page, where owners invite people and change, reset or remove them. */
export function addMemberRoutes(routes: Routes, services: StaffRouteServices) {
  const { staff, notices, settings, mailer, siteUrl, personOf } = services
  const ownersOnly = { config: { ownersOnly: true } }
  const owners = <B>(body: B) => ({ ...ownersOnly, schema: { body } })

  const contextOf = (request: FastifyRequest) => ({
    brandName: settings().brandName,
    owner: personOf(request).name,
  })

  const notify = (to: string, email: StaffEmail) =>
    notices.inBackground(() => emailStaff(to, email, services))

  /** Emails a link. If the address of this site is unknown, the owner has to pass the link on. */
  async function sendLink(
    request: FastifyRequest,
    { to, token, content }: { to: string; token: string; content: typeof invitationEmail },
  ): Promise<NewLink> {
    const origin = linkOrigin(request, siteUrl)
    if (origin === null) return { email: to, token, isEmailed: false }
    const message = content(`${origin}/desk#set=${token}`, contextOf(request))
    return { email: to, token, isEmailed: await emailStaff(to, message, services) }
  }

  routes.get('/members', ownersOnly, async (): Promise<Members> => {
    return { members: await staff.listMembers(), sendsEmails: mailer.sendNotice !== undefined }
  })

  routes.post('/members', owners(newMember), async (request, reply) => {
    const { name, role } = request.body
    const email = normalizeAddress(request.body.email)
    if (!isAddress(email)) return refuse(reply, 'not an address')
    const person = { name: name.trim(), email, role }
    const token = await staff.people.add(person, personOf(request).email)
    if (token === null) return refuse(reply, 'address taken')
    return sendLink(request, { to: email, token, content: invitationEmail })
  })

  routes.post('/members/link', owners(chosenMember), async (request, reply) => {
    const email = normalizeAddress(request.body.email)
    const token = await staff.people.renewLink(email, personOf(request).email)
    if (token !== null) return sendLink(request, { to: email, token, content: invitationEmail })
    return refuse(reply, (await staff.people.find(email)) ? 'has a password' : 'unknown person')
  })

  routes.post('/members/reset', owners(chosenMember), async (request, reply) => {
    const email = normalizeAddress(request.body.email)
    // Owners can't reset themselves; another owner has to.
    if (email === personOf(request).email) return refuse(reply, 'yourself')
    const token = await staff.people.reset(email, personOf(request).email)
    if (token !== null) return sendLink(request, { to: email, token, content: resetEmail })
    return refuse(reply, (await staff.people.find(email)) ? 'last owner' : 'unknown person')
  })

  routes.post('/members/role', owners(roleChange), async (request, reply) => {
    const { role } = request.body
    const email = normalizeAddress(request.body.email)
    const changed = await staff.people.changeRole(email, role, personOf(request).email)
    if (changed === 'unknown person' || changed === 'last owner') return refuse(reply, changed)
    if (changed === 'done') notify(email, roleEmail(role, contextOf(request)))
    return reply.code(204).send()
  })

  routes.post('/members/remove', owners(removal), async (request, reply) => {
    const { reassignTo } = request.body
    const email = normalizeAddress(request.body.email)
    if (email === personOf(request).email) return refuse(reply, 'yourself')
    const person = await staff.people.find(email)
    const removed = await staff.people.remove(email, { who: personOf(request), reassignTo })
    if (removed !== 'done') return refuse(reply, removed)
    if (person?.password) notify(email, removalEmail(contextOf(request)))
    return reply.code(204).send()
  })
}

const refuse = (reply: FastifyReply, problem: MemberProblem) => sendProblem(reply, 422, { problem })
