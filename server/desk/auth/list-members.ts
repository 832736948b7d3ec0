import type { TeamMember } from '../../../desk/api.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { IS_OPEN } from '../projects/hand-over.ts'
import { roleFrom } from './people.ts'

/** Everyone who may use the desk or is invited to, for the page "People". */
export async function listMembers(db: SqlDatabase, now: Date): Promise<readonly TeamMember[]> {
  const rows = await db.all(sql`select p.*,
      (select count(*) from desk_passkeys k where k.email = p.email) as passkeys,
      (select max(until) from desk_links l where l.email = p.email and l.until > ${now.toISOString()}) as link_until,
      (select count(*) from desk_projects f where f.assignee = p.email and ${IS_OPEN}) as open_projects
    from desk_people p order by p.name, p.email`)
  return rows.map((row) => {
    const hasPassword = row.password !== ''
    return {
      name: String(row.name),
      email: String(row.email),
      role: roleFrom(row),
      passkeys: Number(row.passkeys),
      signedInAt: row.signed_in_at === null ? null : String(row.signed_in_at),
      hasPassword,
      // A person with a password may have a link too, after forgetting it.
      linkUntil: hasPassword || row.link_until === null ? null : String(row.link_until),
      openProjects: Number(row.open_projects),
    }
  })
}
