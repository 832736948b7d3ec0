import { hash, randomBytes } from 'node:crypto'
import { daysAfter } from '../../desk/days.ts'
import { NEW } from '../../desk/status.ts'
import { BRIEF_DAYS, type Brief, type BriefState } from '../../questionnaire/brief.ts'
import type { Project } from '../../questionnaire/project.ts'
import type { Database } from '../db/database.ts'
import { endedBriefIds, presentStatus, projectFrom, seqAt } from '../db/project-statements.ts'
import { orNull, query, queryAs, type RowOf, readRow, text } from '../db/rows.ts'
import { listSql, type Statement, sql } from '../db/sql.ts'
import { type CopyDetail, hashOfEmail } from '../outbox/channels/homeowner-copy.ts'
import { newMessageId } from '../outbox/message-statements.ts'

const HOUR_MS = 3600_000
/** For each mailbox: anyone can type the address of someone else. */
const MAX_A_DAY = 3
/** Of the projects submitted in one hour of the clock, so that a flood does not become as many e-mails to strangers. */
const MAX_AN_HOUR = 60

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
  return endOf(row) > now
    ? { ...row.project, status: row.status, state: stateOf(row), lastDay: lastDayOf(row) }
    : null
}

const columns = { day: text, status: presentStatus, assignee: orNull(text) }

const ownColumns = { hash: text, day: text }

export const selectBriefOf = (id: string) =>
  query(sql`select hash, day from desk_briefs where project_id = ${id}`, ownColumns)

/** Whether a text is the token of this brief, and its link has not ended. */
export const opensBrief = (token: string, brief: RowOf<typeof ownColumns>, now: Date) =>
  brief.hash === hashOf(token) && endOf(brief) > now

interface Made {
  /** The day on which the brief was made. */
  readonly day: string
}

const lastDayOf = ({ day }: Made) => daysAfter(day, BRIEF_DAYS)

/** The end of the last day in the time zone where it ends last, so that it has ended for the business and the homeowner. */
const endOf = (brief: Made) => new Date(`${lastDayOf(brief)}T24:00:00-12:00`)

/**
 * Makes the brief of a project that has a new address or was released, and queues the copy for its homeowner. Does
 * neither if the project is a sample, has a brief or has had its share, or if the mailbox has had its share of the day, or
 * the business that of the hour.
 */
export function queueCopy({ id, createdAt, answers }: Project, now: Date): readonly Statement[] {
  const detail: CopyDetail = { token: newBriefToken(), emailHash: hashOfEmail(answers.email) }
  const { token, emailHash } = detail
  const at = now.toISOString()
  const day = at.slice(0, 10)
  const place = sql`(select coalesce(max(place) + 1, 0) from desk_briefs
    where email_hash = ${emailHash} and day = ${day})`
  const hour = Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS
  const madeThisHour = sql`(select count(*) from desk_projects q join desk_briefs b on b.project_id = q.project_id
    where q.seq >= ${seqAt(new Date(hour))} and q.seq < ${seqAt(new Date(hour + HOUR_MS))})`
  return [
    sql`insert into desk_briefs (hash, project_id, email_hash, day, place)
      select ${hashOf(token)}, p.project_id, ${emailHash}, ${day}, ${place} from desk_projects p
      where p.project_id = ${id} and ${place} < ${MAX_A_DAY} and ${madeThisHour} < ${MAX_AN_HOUR} and p.is_sample = 0
        and not exists (select 1 from desk_briefs where project_id = ${endedBriefIds(id).at(-1) ?? ''})
      on conflict do nothing`,
    sql`insert into messages (message_id, channel, project_id, event, detail, queued_at, next_attempt_at)
      select ${newMessageId()}, 'homeowner', project_id, 'project.created', ${JSON.stringify(detail)}, ${at}, ${at}
      from desk_briefs where hash = ${hashOf(token)}`,
  ]
}

/** Ends the link to a project's brief, and takes back the copy with it unless that is being sent. */
export function endBrief(id: string): readonly Statement[] {
  const nextEnded = sql`(select cast(${id} as text) || ' ' || (count(*) + 1) from desk_briefs
    where project_id in (${listSql(endedBriefIds(id))}))`
  return [
    sql`update desk_briefs set project_id = ${nextEnded} where project_id = ${id}`,
    sql`delete from messages where project_id = ${id} and channel = 'homeowner' and lease_token is null`,
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
  return assignee === null ? 'Received' : 'In review'
}
