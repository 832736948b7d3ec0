import type { Event, Person } from '../../desk/api.ts'
import type { Answers } from '../../questionnaire/answers.ts'
import { json, orNull, type Query, query, type Reader, type RowOf, text } from '../db/rows.ts'
import { raw, type Statement, sql } from '../db/sql.ts'

/** An event without time and person: its kind, and what is stored as its detail. */
export type EventContent = Event extends infer One
  ? One extends Event
    ? Omit<One, 'at' | 'who'>
    : never
  : never

/** An event caused by a person at the desk. */
export interface NewEvent {
  readonly projectId: string
  /** The version of the project after this event. */
  readonly version: number
  readonly at: string
  readonly who: Person
  readonly content: EventContent
}

export function insertEvent({ projectId, version, at, who, content }: NewEvent): Statement {
  const { kind, ...detail } = content
  return sql`insert into desk_events (project_id, version, at, actor_email, actor_name, kind, detail)
    values (${projectId}, ${version}, ${at}, ${who.email}, ${who.name}, ${kind}, ${JSON.stringify(detail)})`
}

/** The event of a submission. A revision replaces the answers `before`. Requires the inbox row. */
export const insertSubmissionEvent = (id: string, before: Answers | null, now: Date): Statement =>
  before
    ? insertVisitorEvent({ id, now, kind: 'revised', detail: firstAnswers(id, before) })
    : insertVisitorEvent({ id, now, kind: 'came' })

/** The visitor has pressed Submit, and the same answers had been sent early. */
export const insertFinishedEvent = (id: string, now: Date): Statement =>
  insertVisitorEvent({ id, now, kind: 'finished' })

interface VisitorEvent {
  readonly id: string
  readonly now: Date
  readonly kind: 'came' | 'revised' | 'finished'
  readonly detail?: Statement
}

const insertVisitorEvent = ({ id, now, kind, detail = raw("'{}'") }: VisitorEvent): Statement =>
  sql`insert into desk_events (project_id, version, at, kind, detail)
    values (${id}, (select version from desk_projects where project_id = ${id}), ${now.toISOString()}, ${kind}, ${detail})`

/**
 * Only the first revision stores the answers it replaces, because a thousand revisions must not fill the database.
 */
const firstAnswers = (id: string, before: Answers) =>
  sql`case when exists (select 1 from desk_events where project_id = ${id} and kind = 'revised')
    then '{}' else ${JSON.stringify({ before })} end`

interface Detail {
  readonly how?: string
  /** The answers that the first revision replaced. */
  readonly before?: Partial<Answers>
}

const columns = {
  // Only our own statements write it.
  kind: text as Reader<Event['kind']>,
  at: text,
  actorEmail: orNull(text),
  actorName: orNull(text),
  detail: json<Detail>(),
}
export type EventRow = RowOf<typeof columns>

/** The events that match a condition, newest first. */
export const selectEvents = (condition: Statement, limit: number): Query<EventRow> =>
  query(
    sql`select kind, at, actor_email, actor_name, detail from desk_events where ${condition} order by id desc limit ${limit}`,
    columns,
  )

export function eventFrom({ kind, at, actorEmail, actorName, detail }: EventRow): Event {
  const who = actorEmail ? { email: actorEmail, name: actorName || actorEmail } : null
  if (kind === 'revised') return { kind, at, who }
  // Only insertEvent writes the detail.
  return { kind, at, who, ...detail } as Event
}
