import type { FastifyInstance } from 'fastify'
import { isProjectId } from '../../../questionnaire/project.ts'
import { Refusal, sendProblem } from '../../http/problem.ts'
import type { ById, DeskRoutes } from '../desk-services.ts'
import { changeProject } from '../projects/change-project.ts'
import { readChange } from '../projects/read-change.ts'
import { readFilter } from './read-filter.ts'

/** The list of projects, one project, and what people do with it. */
export function addInboxRoutes(routes: FastifyInstance, { desk, personOf, now }: DeskRoutes) {
  routes.get('/projects', async (request) => {
    const filter = readFilter(request.query)
    if (!filter) throw new Refusal(400)
    const page = await desk.inbox.page(filter, now())
    return desk.backfill.isComplete() ? page : { ...page, isIncomplete: true }
  })

  routes.get<ById>('/projects/:id', async ({ params }, reply) => {
    const file = isProjectId(params.id) ? await desk.projectFile(params.id, now()) : null
    return file ?? sendProblem(reply, 404)
  })

  routes.post<ById>('/projects/:id/events', async (request, reply) => {
    const { id } = request.params
    const change = readChange(request.body)
    if (!isProjectId(id)) return sendProblem(reply, 404)
    if (!change) return sendProblem(reply, 422)
    const changed = await changeProject({ id, change, who: personOf(request) }, desk.db, desk.hours)
    if (changed === 'unknown person') return sendProblem(reply, 422)
    const file = await desk.projectFile(id, now())
    if (!file) return sendProblem(reply, 404)
    return reply.code(changed === 'conflict' ? 409 : 200).send(file)
  })
}
