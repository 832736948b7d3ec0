import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { Selection } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { isProjectId } from '../../../questionnaire/project.ts'
import { Refusal } from '../../http/problem.ts'
import { eraseProject, purgeErased } from '../../projects/erase-project.ts'
import { releaseProject } from '../../projects/release-project.ts'
import type { DeskRouteServices } from '../desk-services.ts'
import { MAX_SUSPICIOUS } from './suspicious.ts'

/** Concurrent changes share a commit in SQLite. PostgreSQL has connections for fewer than these, which then wait. */
const CONCURRENCY = 20

/** The list of suspicious projects, and releasing or erasing several of them. */
export function addSuspiciousRoutes(routes: FastifyInstance, services: DeskRouteServices) {
  const { staff, desk, mailer, log, personOf } = services

  routes.get('/suspicious', () => desk.suspicious.list())

  routes.post('/suspicious/release', async (request, reply) => {
    const who = personOf(request)
    await pLimit(CONCURRENCY).map(idsFrom(request.body, MAX_SUSPICIOUS), (id) =>
      releaseProject(id, who, { ...services, db: desk.db }),
    )
    return reply.code(204).send()
  })

  routes.post('/suspicious/erase', { config: { ownersOnly: true } }, async (request, reply) => {
    const failures: unknown[] = []
    const outcomes = await pLimit(CONCURRENCY).map(idsFrom(request.body, MAX_SUSPICIOUS), (id) =>
      eraseProject({ id, lastName: null, who: '', mustBeSuspicious: true }, desk.db, mailer).catch(
        (error: unknown) => void failures.push(error),
      ),
    )
    const erased = outcomes.filter((outcome) => outcome === 'erased').length
    if (erased > 0) {
      await purgeErased(desk.db, log)
      await staff.audit.add(personOf(request).email, 'erased', pluralize(erased, 'suspicious project'))
    }
    // After the others, so that they are on the audit list.
    if (failures.length > 0) throw failures[0]
    return reply.code(204).send()
  })
}

/** The ids of a Selection. */
export function idsFrom(body: unknown, max: number): readonly string[] {
  const { ids }: Partial<Record<keyof Selection, unknown>> =
    typeof body === 'object' && body !== null ? { ...body } : {}
  const isValid = (id: unknown): id is string => typeof id === 'string' && isProjectId(id)
  if (!Array.isArray(ids) || ids.length > max || !ids.every(isValid)) throw new Refusal(400)
  return ids
}
