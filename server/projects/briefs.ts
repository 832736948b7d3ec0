import { hash, randomBytes } from 'node:crypto'
import { daysAfter } from '../../desk/days.ts'
import { NEW } from '../../desk/status.ts'
import { BRIEF_DAYS, type Brief, type BriefState } from '../../questionnaire/brief.ts'
import type { Database } from '../db/database.ts'
import {
  currentStatus,
  expiredBriefIds,
  projectFrom,
  type StoredProject,
  seqAt,
} from '../db/project-statements.ts'
import { orNull, query, queryAs, type RowOf, readRow, text } from '../db/rows.ts'
import { listSql, type Statement, sql } from '../db/sql.ts'
import { type CopyDetail, hashOfEmail } from '../outbox/channels/homeowner-copy.ts'
import { newMessageId } from '../outbox/message-statements.ts'

const HOUR_MS = 3600_000
/** How long the copy of a project that was sent early waits for Submit. */
const COPY_WAIT_MS = HOUR_MS / 2
/** Copies per mailbox, because anyone can type someone else's address. */
const MAX_PER_DAY = 3
/** Copies for the projects submitted in one clock hour, so that spam does not cause many emails to strangers. */
const MAX_PER_HOUR = 60

export interface FoundBrief extends Omit<Brief, 'prices'> {
  /** The id of the list that the homeowner saw. */
  readonly priceList: string
  readonly id: string
  readonly createdAt: Date
  /** The status at the desk. */
  readonly status: string
}

/** Finds the brief of a link. Null if the link has expired, the project was erased, or the token is invalid. */
export async function findBrief(token: string, db: Database, now: Date): Promise<FoundBrief | null> {
  if (!isToken(token)) return null
  const select = sql`select p.*, b.day, d.status, d.assignee from desk_briefs b
    join projects p on p.id = b.project_id join desk_projects d on d.project_id = b.project_id
    where b.hash = ${hashOf(token)}`
  const [row] = await db.all(
    queryAs(select, (raw) => ({ ...readRow(raw, columns), project: projectFrom(raw) })),
  )
  if (!row || endOf(row.day) <= now) return null
  return { ...row.project, status: row.status, state: stateOf(row), lastDay: lastDayOf(row.day) }
}

const columns = { day: text, status: currentStatus, assignee: orNull(text) }

const ownColumns = { hash: text, day: text }

export const selectBriefOf = (id: string) =>
  query(sql`select hash, day from desk_briefs where project_id = ${id}`, ownColumns)

/** True if the text is this brief's token and its link has not expired. */
export const isTokenOf = (token: string, brief: RowOf<typeof ownColumns>, now: Date) =>
  brief.hash === hashOf(token) && endOf(brief.day) > now

/** `day` is the one on which the brief was created. */
const lastDayOf = (day: string) => daysAfter(day, BRIEF_DAYS)

/** The end of the last day in the world's last time zone, so that the day is over for the business and the homeowner. */
const endOf = (day: string) => new Date(`${lastDayOf(day)}T24:00:00-12:00`)

/**
 * Creates the brief of a project that has a new address or was released, and queues the copy for its homeowner. Does
 * nothing if the project is a sample or a test, or has a brief, or if a limit is reached: that of the project, of the mailbox for
 * the day, or of the business for the hour. The copy of a project that was sent early waits.
 */
export function queueCopy(
  { id, createdAt, answers, sentEarly }: Pick<StoredProject, 'id' | 'createdAt' | 'answers' | 'sentEarly'>,
  now: Date,
): readonly Statement[] {
  const detail: CopyDetail = { token: newBriefToken(), emailHash: hashOfEmail(answers.email) }
  const { token, emailHash } = detail
  const at = now.toISOString()
  const leavesAt = new Date(now.getTime() + (sentEarly ? COPY_WAIT_MS : 0)).toISOString()
  const day = at.slice(0, 10)
  const place = sql`(select coalesce(max(place) + 1, 0) from desk_briefs
    where email_hash = ${emailHash} and day = ${day})`
  const hour = Math.floor(createdAt.getTime() / HOUR_MS) * HOUR_MS
  const createdThisHour = sql`(select count(*) from desk_projects q join desk_briefs b on b.project_id = q.project_id
    where q.seq >= ${seqAt(new Date(hour))} and q.seq < ${seqAt(new Date(hour + HOUR_MS))})`
  return [
    sql`insert into desk_briefs (hash, project_id, email_hash, day, place)
      select ${hashOf(token)}, p.project_id, ${emailHash}, ${day}, ${place} from desk_projects p
      where p.project_id = ${id} and ${place} < ${MAX_PER_DAY} and ${createdThisHour} < ${MAX_PER_HOUR} and p.is_sample = 0
        and not exists (select 1 from desk_briefs where project_id = ${expiredBriefIds(id).at(-1) ?? ''})
      on conflict do nothing`,
    sql`insert into messages (message_id, channel, project_id, event, detail, queued_at, next_attempt_at)
      select ${newMessageId()}, 'homeowner', project_id, 'project.created', ${JSON.stringify(detail)}, ${at}, ${leavesAt}
      from desk_briefs where hash = ${hashOf(token)}`,
  ]
}

/** Makes the copy due that waited for Submit. */
export const sendCopy = (id: string, now: Date): Statement =>
  sql`update messages set next_attempt_at = ${now.toISOString()} where project_id = ${id} and channel = 'homeowner'
    and attempts = 0 and lease_token is null and dead_at is null`

/** Expires the link to a project's brief, and deletes the queued copy unless it is being sent. */
export function expireBrief(id: string): readonly Statement[] {
  const nextExpired = sql`(select cast(${id} as text) || ' ' || (count(*) + 1) from desk_briefs
    where project_id in (${listSql(expiredBriefIds(id))}))`
  return [
    sql`update desk_briefs set project_id = ${nextExpired} where project_id = ${id}`,
    sql`delete from messages where project_id = ${id} and channel = 'homeowner' and lease_token is null`,
  ]
}

/** 128 random bits as base64url. */
const newBriefToken = () => randomBytes(16).toString('base64url')

/** Only this hash of a token is stored. */
const hashOf = (token: string) => hash('sha256', `brief ${token}`)

const isToken = (text: string) => /^[A-Za-z0-9_-]{22}$/.test(text)

function stateOf({ status, assignee }: RowOf<typeof columns>): BriefState {
  if (status !== NEW) return 'Contacted'
  return assignee === null ? 'Received' : 'In review'
}
