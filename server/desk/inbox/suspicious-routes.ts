import pLimit from 'p-limit'
import { pluralize } from '../../../desk/pluralize.ts'
import { selection } from '../../../desk/requests.ts'
import type { Routes } from '../../http/routes.ts'
import { eraseProject, purgeErased } from '../../projects/erase-project.ts'
import { releaseProject } from '../../projects/release-project.ts'
import type { DeskRouteServices } from '../desk.ts'

/** Concurrent changes share a commit in SQLite. PostgreSQL has connections for fewer than these, which then wait. */
const CONCURRENCY = 20

/** The list of suspicious projects, and releasing or erasing several of them. */
export function addSuspiciousRoutes(routes: Routes, services: DeskRouteServices) {
  const { staff, desk, mailer, log, personOf } = services

  routes.get('/suspicious', () => desk.suspicious.list())

  const selected = { schema: { body: selection } }
  const erasing = { ...selected, config: { ownersOnly: true } }
  routes.post('/suspicious/release', selected, async (request, reply) => {
    const who = personOf(request)
    await pLimit(CONCURRENCY).map(request.body.ids, (id) =>
      releaseProject(id, who, { ...services, db: desk.db }),
    )
    return reply.code(204).send()
  })

  routes.post('/suspicious/erase', erasing, async (request, reply) => {
    const failures: unknown[] = []
    const outcomes = await pLimit(CONCURRENCY).map(request.body.ids, (id) =>
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
