import { hash, randomBytes } from 'node:crypto'
import { NEW } from '../../../desk/status.ts'
import type { Brief, BriefState } from '../../../questionnaire/brief.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { projectFrom } from '../../store/sql/rows.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'

const VALID_MS = 90 * 24 * 3600_000
/** For each e-mail address: anyone can type the address of someone else. */
const MAX_A_DAY = 3

interface FoundBrief extends Brief {
  readonly id: string
}

/** The briefs of homeowners: their projects at addresses with a token. */
export function createBriefs(db: SqlDatabase) {
  return {
    /** Null if the link has ended, the project was erased, or the token was made up. */
    async find(token: string, now: Date): Promise<FoundBrief | null> {
      if (!isToken(token)) return null
      const [row] = await db.all(sql`select p.*, b.day, d.status, d.assignee from desk_briefs b
        join projects p on p.id = b.project_id join desk_projects d on d.project_id = b.project_id
        where b.hash = ${hashOf(token)}`)
      if (!row) return null
      const endsAt = new Date(Date.parse(String(row.day)) + VALID_MS)
      return endsAt > now ? { ...projectFrom(row), state: stateOf(row), endsAt } : null
    },
  }
}

/** 128 random bits as base64url. */
export const newBriefToken = () => randomBytes(16).toString('base64url')

/** Makes the brief of a new project, unless it has one or its e-mail address has had its share of the day. */
export function insertBrief(token: string, { id, answers }: Project, now: Date): Statement {
  const emailHash = hash('sha256', answers.email.trim().toLowerCase())
  const day = now.toISOString().slice(0, 10)
  const place = sql`(select coalesce(max(place) + 1, 0) from desk_briefs
    where email_hash = ${emailHash} and day = ${day})`
  return sql`insert into desk_briefs (hash, project_id, email_hash, day, place)
    select ${hashOf(token)}, project_id, ${emailHash}, ${day}, ${place} from desk_projects
    where project_id = ${id} and ${place} < ${MAX_A_DAY} on conflict do nothing`
}

/** All that is stored of a token. */
const hashOf = (token: string) => hash('sha256', `brief ${token}`)

const isToken = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)

function stateOf({ status, assignee }: SqlRow): BriefState {
  if (status !== NEW) return 'Contacted'
  return assignee === null ? 'Received' : 'Being looked at'
}
