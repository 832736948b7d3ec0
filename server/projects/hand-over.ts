import type { Person } from '../../desk/api.ts'
import { formerStatuses, LOST, WON } from '../../desk/status.ts'
import { allWords } from '../../questionnaire/former-words.ts'
import { listSql, type Statement, sql } from '../db/sql.ts'

/** SQL condition: the project is neither won nor lost. */
export const IS_OPEN = sql`status not in (${listSql([WON, LOST].flatMap((one) => allWords(one, formerStatuses)))})`

interface HandOver {
  readonly from: string
  /** Null leaves the projects unassigned. */
  readonly to: Person | null
  readonly who: Person
}

/**
 * Reassigns a person's open projects, in the transaction that removes the person. In PostgreSQL, the first statement
 * locks the projects, so that the next two find the same ones.
 */
export function handOverProjects({ from, to, who }: HandOver, now: Date): readonly Statement[] {
  const isTheirs = sql`assignee = ${from} and ${IS_OPEN}`
  return [
    sql`update desk_projects set version = version + 1 where ${isTheirs}`,
    sql`insert into desk_events (project_id, version, at, actor_email, actor_name, kind, detail)
      select project_id, version, ${now.toISOString()}, ${who.email}, ${who.name}, 'assigned', ${JSON.stringify({ to })}
      from desk_projects where ${isTheirs}`,
    sql`update desk_projects set assignee = ${to?.email ?? null}, assignee_name = ${to?.name ?? null}
      where ${isTheirs}`,
  ]
}
