import type { TeamMember } from '../../desk/api.ts'
import type { Database } from '../db/database.ts'
import { number, orNull, query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { IS_OPEN } from '../projects/hand-over.ts'
import { memberColumns } from './people.ts'

/** Everyone who may use the desk or is invited to, for the "People" page. */
export async function listMembers(db: Database): Promise<readonly TeamMember[]> {
  const select = sql`select p.*,
      (select count(*) from desk_passkeys k where k.email = p.email) as passkeys,
      (select max(until) from desk_links l where l.email = p.email and l.until > ${new Date().toISOString()}) as link_until,
      (select count(*) from desk_projects f where f.assignee = p.email and ${IS_OPEN}) as open_projects
    from desk_people p order by p.name, p.email`
  const rows = await db.all(query(select, columns))
  return rows.map(({ password, linkUntil, ...member }) => ({
    ...member,
    hasPassword: password !== '',
    // A person with a password may have a link too, after forgetting it.
    linkUntil: password === '' ? linkUntil : null,
  }))
}

const columns = {
  ...memberColumns,
  passkeys: number,
  signedInAt: orNull(text),
  linkUntil: orNull(text),
  openProjects: number,
}
