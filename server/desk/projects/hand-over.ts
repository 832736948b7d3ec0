import pLimit from 'p-limit'
import type { Person } from '../../../desk/api.ts'
import type { BusinessHours } from '../../../desk/business-hours.ts'
import { LOST, WON } from '../../../desk/status.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
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
export async function handOverProjects({ from, to, who }: HandOver, db: SqlDatabase, hours: BusinessHours) {
  const open = await db.all(
    sql`select project_id, version from desk_projects where assignee = ${from} and ${IS_OPEN}`,
  )
  await pLimit(CONCURRENCY).map(open, ({ project_id, version }) =>
    changeProject(
      { id: String(project_id), change: { kind: 'assigned', to, version: Number(version) }, who },
      db,
      hours,
    ),
  )
}
