import pLimit from 'p-limit'
import type { SuspiciousProjects } from '../../../desk/api.ts'
import { MAX_SUSPICIOUS } from '../../../desk/limits.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { selection } from '../../../desk/requests.ts'
import { query, text } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import type { Routes } from '../../http/routes.ts'
import { eraseProject, purgeErased } from '../../projects/erase-project.ts'
import { releaseProject } from '../../projects/release-project.ts'
import { countSuspicious } from '../../projects/suspicious.ts'
import type { DeskRouteServices } from '../desk.ts'
import { cut, nameOf } from './summaries.ts'

/** Concurrent changes share a commit in SQLite. PostgreSQL has connections for fewer than these, which then wait. */
const CONCURRENCY = 20

/** The list of suspicious projects, and releasing or erasing several of them. */
export function addSuspiciousRoutes(routes: Routes, services: DeskRouteServices) {
  const { staff, desk, mailer, log, personOf } = services

  routes.get('/suspicious', async (): Promise<SuspiciousProjects> => {
    const [count, rows] = await Promise.all([countSuspicious(desk.db), desk.db.all(selectListed)])
    const projects = rows.map(({ id, createdAt, suspicion: reason, ...answers }) => {
      const { email, city } = answers
      return { id, createdAt, name: nameOf(answers), email: cut(email), city: cut(city), reason }
    })
    return { count, projects }
  })

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

/** The condition is on the id, or SQLite would read all projects in the order of `seq`. */
const selectListed = query(
  sql`select p.id, d.created_at, p."firstName", p."lastName", p.email, p.city, p.suspicion
    from desk_projects d join projects p on p.id = d.project_id
    where d.project_id in (select id from projects where suspicion <> '') order by d.seq desc limit ${MAX_SUSPICIOUS}`,
  { id: text, createdAt: text, firstName: text, lastName: text, email: text, city: text, suspicion: text },
)
