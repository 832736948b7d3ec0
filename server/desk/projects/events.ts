import type { Event, Person } from '../../../desk/api.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlRow } from '../../store/sql/sql-database.ts'

/** One line of a project's history, as somebody at the desk makes it. */
export interface NewEvent {
  readonly project: string
  /** The version of the project's file that it made. */
  readonly version: number
  readonly at: string
  readonly who: Person
  readonly kind: string
  /** What they mean depends on the kind: `eventFrom`. */
  readonly words: readonly string[]
}

export const insertEvent = ({ project, version, at, who, kind, words }: NewEvent): Statement => {
  const [a = '', b = '', c = ''] = words
  return sql`insert into desk_events (project, version, at, who, who_name, kind, a, b, c)
    values (${project}, ${version}, ${at}, ${who.email}, ${who.name}, ${kind}, ${a}, ${b}, ${c})`
}

export function eventFrom(row: SqlRow): Event {
  const at = String(row.at)
  const who = personFrom(row.who, row.who_name)
  const [a, b, c] = [String(row.a), String(row.b), String(row.c)]
  switch (row.kind) {
    case 'status':
      return { kind: 'status', at, who, from: a, to: b, reason: c }
    case 'contact':
      return { kind: 'contact', at, who, how: a }
    case 'taken back':
      return { kind: 'taken back', at, who, how: a }
    case 'note':
      return { kind: 'note', at, who, text: a }
    case 'assigned':
      return { kind: 'assigned', at, who, to: personFrom(a, b) }
    default:
      return { kind: 'revised', at, who }
  }
}

const personFrom = (email: unknown, name: unknown): Person | null =>
  email ? { email: String(email), name: String(name || email) } : null
