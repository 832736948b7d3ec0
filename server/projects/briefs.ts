import { hash, randomBytes } from 'node:crypto'
import { NEW } from '../../desk/status.ts'
import { BRIEF_DAYS, type Brief, type BriefState } from '../../questionnaire/brief.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { Database } from '../db/database.ts'
import { IS_SUSPICIOUS, projectFrom } from '../db/project-statements.ts'
import { orNull, queryAs, readRow, text } from '../db/rows.ts'
import { type Statement, sql } from '../db/sql.ts'
import { type CopyDetail, hashOfEmail } from '../outbox/channels/homeowner-copy.ts'
import { newMessageId } from '../outbox/message-statements.ts'

const VALID_MS = BRIEF_DAYS * 24 * 3600_000
/** For each e-mail address: anyone can type the address of someone else. */
const MAX_A_DAY = 3

export interface FoundBrief extends Brief {
  readonly id: string
  readonly createdAt: Date
  /** As the desk has it. */
  readonly status: string
}

/** The brief that a link leads to. Null if the link has ended, the project was erased, or the token was made up. */
export async function findBrief(token: string, db: Database, now: Date): Promise<FoundBrief | null> {
  if (!isToken(token)) return null
  const select = sql`select p.*, b.day, d.status, d.assignee from desk_briefs b
    join projects p on p.id = b.project_id join desk_projects d on d.project_id = b.project_id
    where b.hash = ${hashOf(token)}`
  const [row] = await db.all(
    queryAs(select, (raw) => ({ ...readRow(raw, columns), project: projectFrom(raw) })),
  )
  if (!row) return null
  const endsAt = new Date(Date.parse(row.day) + VALID_MS)
  return endsAt > now ? { ...row.project, status: row.status, state: stateOf(row), endsAt } : null
}

const columns = { day: text, status: text, assignee: orNull(text) }

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
    sql`insert into messages (message_id, channel, project_id, event, detail, queued_at, next_attempt_at)
      select ${newMessageId()}, 'homeowner', project_id, 'project.created', ${JSON.stringify(detail)}, ${at}, ${at}
      from desk_briefs where hash = ${hashOf(token)}`,
  ]
}

/** 128 random bits as base64url. */
const newBriefToken = () => randomBytes(16).toString('base64url')

/** All that is stored of a token. */
const hashOf = (token: string) => hash('sha256', `brief ${token}`)

const isToken = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)

function stateOf({
  status,
  assignee,
}: {
  readonly status: string
  readonly assignee: string | null
}): BriefState {
  if (status !== NEW) return 'Contacted'
  return assignee === null ? 'Received' : 'Being looked at'
}
