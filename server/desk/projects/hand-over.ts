import pLimit from 'p-limit'
import type { Person } from '../../../desk/api.ts'
import type { BusinessHours } from '../../../desk/business-hours.ts'
import { LOST, WON } from '../../../desk/status.ts'
import type { Database } from '../../db/database.ts'
import { number, query, text } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { changeProject } from './change-project.ts'

/** Concurrent changes share a commit in SQLite. */
const CONCURRENCY = 20

/** A condition on projects: neither won nor lost. */
export const IS_OPEN = sql`status not in (${WON}, ${LOST})`

interface HandOver {
  readonly from: string
  /** Null leaves the projects unassigned. */
  readonly to: string | null
  readonly who: Person
}

/** Assigns a person's open projects to another one. A project that a colleague assigns meanwhile stays with theirs. */
export async function handOverProjects({ from, to, who }: HandOver, db: Database, hours: BusinessHours) {
  const select = sql`select project_id, version from desk_projects where assignee = ${from} and ${IS_OPEN}`
  const open = await db.all(query(select, { project_id: text, version: number }))
  await pLimit(CONCURRENCY).map(open, ({ project_id, version }) =>
    changeProject({ id: project_id, change: { kind: 'assigned', to, version }, who }, db, hours),
  )
}
