import { change, erasure } from '../../../desk/requests.ts'
import { sendProblem } from '../../http/problem.ts'
import { byId, type Routes } from '../../http/routes.ts'
import { eraseProject, purgeErased } from '../../projects/erase-project.ts'
import type { DeskRouteServices } from '../desk.ts'
import { changeProject } from './change-project.ts'

/** One project: read it, change it, erase it. */
export function addProjectRoutes(
  routes: Routes,
  { desk, settings, mailer, log, personOf }: DeskRouteServices,
) {
  routes.get('/projects/:id', { schema: byId }, async ({ params }, reply) => {
    return (await desk.projectDetails(params.id, new Date())) ?? sendProblem(reply, 404)
  })

  const changing = { schema: { ...byId, body: change } }
  routes.post('/projects/:id/events', changing, async (request, reply) => {
    const { id } = request.params
    const wanted = { id, change: request.body, who: personOf(request) }
    const changed = await changeProject(wanted, desk.db, settings().businessHours)
    if (changed === 'refused') return sendProblem(reply, 422)
    const details = await desk.projectDetails(id, new Date())
    if (!details) return sendProblem(reply, 404)
    return reply.code(changed === 'conflict' ? 409 : 200).send(details)
  })

  const erasing = { schema: { ...byId, body: erasure }, config: { ownersOnly: true } }
  routes.delete('/projects/:id', erasing, async (request, reply) => {
    const { id } = request.params
    const wanted = { id, lastName: request.body.lastName, who: personOf(request).email }
    const erased = await eraseProject(wanted, desk.db, mailer)
    if (erased === 'unknown project') return sendProblem(reply, 404)
    if (erased !== 'erased') return sendProblem(reply, 422)
    await purgeErased(desk.db, log)
    return reply.code(204).send()
  })
}
