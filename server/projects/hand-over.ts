import type { Person } from '../../desk/api.ts'
import { formerStatuses, LOST, WON } from '../../desk/status.ts'
import { allWords } from '../../questionnaire/former-words.ts'
import { listSql, type Statement, sql } from '../db/sql.ts'

/** A condition on projects: neither won nor lost. */
export const IS_OPEN = sql`status not in (${listSql([WON, LOST].flatMap((one) => allWords(one, formerStatuses)))})`

interface HandOver {
  readonly from: string
  /** Null leaves the projects unassigned. */
  readonly to: Person | null
  readonly who: Person
}

/**
 * Assigns a person's open projects to another one, in the transaction that removes the person. The first statement locks
 * the projects in PostgreSQL, so that the next two find the same ones.
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
