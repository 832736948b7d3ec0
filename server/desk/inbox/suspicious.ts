import type { SuspiciousProjects } from '../../../desk/api.ts'
import { MAX_SUSPICIOUS } from '../../../desk/limits.ts'
import type { Database } from '../../db/database.ts'
import { query, text } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { countSuspicious } from '../../projects/suspicious.ts'
import { cut, nameOf } from './summaries.ts'

/** The projects that wait outside of the inbox until a person has looked at them. */
export function createSuspicious(db: Database) {
  return {
    async list(): Promise<SuspiciousProjects> {
      const [count, rows] = await Promise.all([countSuspicious(db), db.all(selectListed)])
      const projects = rows.map((row) => ({
        id: row.id,
        createdAt: row.createdAt,
        name: nameOf(row),
        email: cut(row.email),
        city: cut(row.city),
        reason: row.suspicion,
      }))
      return { count, projects }
    },
  }
}

/** The condition is on the id, or SQLite would read all projects in the order of `seq`. */
const selectListed = query(
  sql`select p.id, d.created_at, p."firstName", p."lastName", p.email, p.city, p.suspicion
    from desk_projects d join projects p on p.id = d.project_id
    where d.project_id in (select id from projects where suspicion <> '') order by d.seq desc limit ${MAX_SUSPICIOUS}`,
  { id: text, createdAt: text, firstName: text, lastName: text, email: text, city: text, suspicion: text },
)
