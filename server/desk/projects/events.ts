import type { Event, Person } from '../../../desk/api.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlRow } from '../../store/sql/sql-database.ts'

/** What happened, without when and who: the kind, and what is stored as the event's detail. */
export type EventContent = Event extends infer One
  ? One extends Event
    ? Omit<One, 'at' | 'who'>
    : never
  : never

/** One line of a project's history, as a member of the desk makes it. */
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

export function eventFrom(row: SqlRow): Event {
  const at = String(row.at)
  const who = row.actor_email
    ? { email: String(row.actor_email), name: String(row.actor_name || row.actor_email) }
    : null
  if (row.kind === 'revised') return { kind: 'revised', at, who }
  // Written by insertEvent alone.
  return { kind: row.kind, at, who, ...detailOf(row) } as Event
}

interface Detail {
  readonly how?: string
  /** Of the first revision: the answers it replaced. */
  readonly before?: Partial<Answers>
}

/** What else an event says, apart from its kind. */
export const detailOf = (row: SqlRow): Detail => JSON.parse(String(row.detail))
