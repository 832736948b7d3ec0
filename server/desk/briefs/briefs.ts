import { hash, randomBytes } from 'node:crypto'
import { NEW } from '../../../desk/status.ts'
import type { Brief, BriefState } from '../../../questionnaire/brief.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { COPY_CHANNEL, type CopyDetail, hashOfEmail } from '../../outbox/homeowner-copy.ts'
import { newMessageId } from '../../store/outbox.ts'
import type { IndexStatements } from '../../store/sql/index-statements.ts'
import { IS_SUSPICIOUS } from '../../store/sql/project-statements.ts'
import { projectFrom } from '../../store/sql/rows.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { indexStatements } from '../inbox/project-index.ts'

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

/**
 * Makes the brief of a new project and queues the copy for its homeowner, unless the project is suspicious or a sample,
 * has a brief, or its e-mail address has had its share of the day.
 */
export function queueCopy({ id, answers }: Project, now: Date): readonly Statement[] {
  const detail: CopyDetail = { token: newBriefToken(), emailHash: hashOfEmail(answers.email) }
  const { token, emailHash } = detail
  const at = now.toISOString()
  const day = at.slice(0, 10)
  const place = sql`(select coalesce(max(place) + 1, 0) from desk_briefs
    where email_hash = ${emailHash} and day = ${day})`
  return [
    sql`insert into desk_briefs (hash, project_id, email_hash, day, place)
      select ${hashOf(token)}, p.project_id, ${emailHash}, ${day}, ${place} from desk_projects p
      where p.project_id = ${id} and ${place} < ${MAX_A_DAY} and p.is_sample = 0 and not ${IS_SUSPICIOUS}
      on conflict do nothing`,
    sql`insert into outbox (message_id, channel, project_id, event, detail, queued_at, next_attempt_at)
      select ${newMessageId()}, ${COPY_CHANNEL}, project_id, 'project.created', ${JSON.stringify(detail)}, ${at}, ${at}
      from desk_briefs where hash = ${hashOf(token)}`,
  ]
}

/** The statements of the index, and the copy for the homeowner of each new project. */
export const indexAndQueueCopy: IndexStatements = (project, context) => [
  ...indexStatements(project, context),
  ...(context.kind === 'new' ? queueCopy(project, context.now) : []),
]

/** 128 random bits as base64url. */
const newBriefToken = () => randomBytes(16).toString('base64url')

/** All that is stored of a token. */
const hashOf = (token: string) => hash('sha256', `brief ${token}`)

const isToken = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)

function stateOf({ status, assignee }: SqlRow): BriefState {
  if (status !== NEW) return 'Contacted'
  return assignee === null ? 'Received' : 'Being looked at'
}
