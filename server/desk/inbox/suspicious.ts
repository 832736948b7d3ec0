import type { Person, SuspiciousProjects } from '../../../desk/api.ts'
import { MAX_SUSPICIOUS } from '../../../desk/limits.ts'
import { revive } from '../../store/delivery.ts'
import { enqueue } from '../../store/sql/outbox-statements.ts'
import {
  saveDelivery,
  selectCountSuspicious,
  selectDelivery,
  selectProject,
} from '../../store/sql/project-statements.ts'
import { deliveryFrom, projectFrom } from '../../store/sql/rows.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { queueCopy } from '../briefs/briefs.ts'
import { insertEvent } from '../projects/events.ts'
import { brief, nameOf } from './summaries.ts'

/** The projects that wait outside of the inbox until a person has looked at them. */
export function createSuspicious(db: SqlDatabase) {
  return {
    async list(): Promise<SuspiciousProjects> {
      const [counts, rows] = await Promise.all([
        db.all(selectCountSuspicious),
        db.all(sql`select d.project_id, d.created_at, p."firstName", p."lastName", p.email, p.city, s.suspicion
          from deliveries s join desk_projects d on d.project_id = s."projectId" join projects p on p.id = d.project_id
          where s.suspicion <> '' order by d.seq desc limit ${MAX_SUSPICIOUS}`),
      ])
      return {
        count: Number(counts[0]?.count),
        projects: rows.map((row) => ({
          id: String(row.project_id),
          createdAt: String(row.created_at),
          name: nameOf(row),
          email: brief(String(row.email)),
          city: brief(String(row.city)),
          reason: String(row.suspicion),
        })),
      }
    },
    /** Makes the e-mail due and moves the project to the inbox; false if it is not suspicious. */
    release(id: string, who: Person, { homeownerCopy }: { homeownerCopy: boolean }): Promise<boolean> {
      const read = [
        selectDelivery(id),
        sql`select version from desk_projects where project_id = ${id}`,
        selectProject(id),
      ]
      return db.transact(id, read, ([deliveries = [], rows = [], projects = []], now) => {
        const delivery = deliveries[0] ? deliveryFrom(deliveries[0]) : null
        const released = delivery?.suspicion ? revive(delivery, now) : null
        const project = projects[0] ? projectFrom(projects[0]) : null
        if (!released || !project) return { result: false }
        const version = Number(rows[0]?.version) + 1
        return {
          result: true,
          write: [
            saveDelivery(released),
            enqueue({ projectId: id, event: 'project.created', now }),
            ...(homeownerCopy ? queueCopy(project, now) : []),
            sql`update desk_projects set version = ${version} where project_id = ${id}`,
            insertEvent({
              projectId: id,
              version,
              at: now.toISOString(),
              who,
              content: { kind: 'released' },
            }),
          ],
        }
      })
    },
  }
}
