import type { FastifyInstance } from 'fastify'
import type { Change, Erasure } from '../../../desk/api.ts'
import { isText, MAX_ADDRESS_LENGTH, MAX_NOTE_LENGTH, MAX_REASON_LENGTH } from '../../../desk/limits.ts'
import { contacts, isStatus, LOST } from '../../../desk/status.ts'
import { MAX_ANSWER_LENGTH } from '../../../questionnaire/answers.ts'
import { isProjectId } from '../../../questionnaire/project.ts'
import { sendProblem } from '../../http/problem.ts'
import { eraseProject, purgeErased } from '../../projects/erase-project.ts'
import type { ById } from '../../staff/staff-services.ts'
import type { DeskRouteServices } from '../desk-services.ts'
import { changeProject } from './change-project.ts'

/** One project: read it, change it, erase it. */
export function addProjectRoutes(
  routes: FastifyInstance,
  { desk, mailer, log, personOf, now }: DeskRouteServices,
) {
  routes.get<ById>('/projects/:id', async ({ params }, reply) => {
    const details = isProjectId(params.id) ? await desk.projectDetails(params.id, now()) : null
    return details ?? sendProblem(reply, 404)
  })

  routes.post<ById>('/projects/:id/events', async (request, reply) => {
    const { id } = request.params
    const change = readChange(request.body)
    if (!isProjectId(id)) return sendProblem(reply, 404)
    if (!change) return sendProblem(reply, 422)
    const changed = await changeProject({ id, change, who: personOf(request) }, desk.db, desk.hours)
    if (changed === 'unknown person') return sendProblem(reply, 422)
    const details = await desk.projectDetails(id, now())
    if (!details) return sendProblem(reply, 404)
    return reply.code(changed === 'conflict' ? 409 : 200).send(details)
  })

  routes.delete<ById>('/projects/:id', { config: { ownersOnly: true } }, async (request, reply) => {
    const { id } = request.params
    if (!isProjectId(id) || !isErasure(request.body)) return sendProblem(reply, 422)
    const erasing = { id, lastName: request.body.lastName, who: personOf(request).email }
    const erased = await eraseProject(erasing, desk.db, mailer)
    if (erased === 'unknown project') return sendProblem(reply, 404)
    if (erased !== 'erased') return sendProblem(reply, 422)
    await purgeErased(desk.db, log)
    return reply.code(204).send()
  })
}

/** The change in a request's body, or null when it is not valid. */
function readChange(body: unknown): Change | null {
  if (typeof body !== 'object' || body === null) return null
  const { kind, to, reason, version, how, text }: Partial<Record<string, unknown>> = { ...body }
  // 1e999 is a number in JSON: Infinity, which would never conflict.
  const isVersion = typeof version === 'number' && Number.isSafeInteger(version)
  switch (kind) {
    case 'status':
      if (!isStatus(to) || !isVersion || !isText(reason, MAX_REASON_LENGTH)) return null
      return to === LOST && reason.trim() === '' ? null : { kind, to, reason: reason.trim(), version }
    case 'assigned':
      if (!isVersion || (to !== null && !isText(to, MAX_ADDRESS_LENGTH))) return null
      return { kind, to, version }
    case 'contact': {
      const known = contacts.find((one) => one === how)
      return known ? { kind, how: known } : null
    }
    case 'taken back':
      return isVersion ? { kind, version } : null
    case 'note':
      if (!isText(text, MAX_NOTE_LENGTH) || text.trim() === '') return null
      return { kind, text: text.trim() }
    default:
      return null
  }
}

const isErasure = (body: unknown): body is Erasure =>
  typeof body === 'object' &&
  body !== null &&
  'lastName' in body &&
  typeof body.lastName === 'string' &&
  body.lastName.length <= MAX_ANSWER_LENGTH
