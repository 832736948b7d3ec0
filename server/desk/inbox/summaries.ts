import type { RelatedProject, Summary } from '../../../desk/api.ts'
import { budgetFit } from '../../../desk/budget-fit.ts'
import { type BusinessHours, businessMinutes } from '../../../desk/business-hours.ts'
import { joined, raw, type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { brief, nameOf } from './name-of.ts'

const MOST_TWINS = 5

/** Rows of files as lines of the inbox, with what they have of the project, the delivery and their twins. */
export function createSummaries(db: SqlDatabase, hours: BusinessHours) {
  return async function summarised(files: readonly SqlRow[], now: Date): Promise<readonly Summary[]> {
    if (files.length === 0) return []
    const [projects, twins] = await Promise.all([projectsOf(db, files), twinsOf(db, files)])
    return files.map((file) =>
      summaryFrom(file, projects.get(String(file.project)) ?? {}, { twins, now, hours }),
    )
  }
}

async function projectsOf(db: SqlDatabase, files: readonly SqlRow[]): Promise<ReadonlyMap<string, SqlRow>> {
  const ids = joined(
    files.map(({ project }) => sql`${String(project)}`),
    ', ',
  )
  const rows = await db.all(sql`select p.id, p."firstName", p."lastName", p.city, p."typeOfKitchenRemodel",
    p.budget, p."timeFrame", d."sentAt", d."deadAt"
    from projects p left join deliveries d on d."projectId" = p.id where p.id in (${ids})`)
  return new Map(rows.map((row) => [String(row.id), row]))
}

interface Found extends RelatedProject {
  readonly key: string
}

/** Other projects of the same household, found by the keys they were filed under, the newest first. */
async function twinsOf(db: SqlDatabase, files: readonly SqlRow[]): Promise<readonly Found[]> {
  const lookups = (['email_key', 'street_key'] as const).map((column) =>
    twinsBy(column, [...new Set(files.map((file) => String(file[column])))]),
  )
  const rows = await db.all(sql`select t.project, t.way, t.twin_key, p."firstName", p."lastName"
    from (${joined(lookups, ' union all ')}) t join projects p on p.id = t.project
    order by t.seq desc, t.project, t.way`)
  return rows.map((row) => ({
    key: `${String(row.way)} ${String(row.twin_key)}`,
    id: String(row.project),
    name: nameOf(row),
    by: row.way === 'e-mail' ? 'e-mail' : 'street',
  }))
}

/** A few of each key, so that somebody who submits a thousand times hides nobody else's twin. */
function twinsBy(column: 'email_key' | 'street_key', keys: readonly string[]): Statement {
  const way = raw(column === 'email_key' ? "'e-mail'" : "'street'")
  const some = joined(
    keys.map((key) => sql`${key}`),
    ', ',
  )
  const name = raw(column)
  return sql`select seq, project, ${way} as way, twin_key from (select seq, project, ${name} as twin_key,
    row_number() over (partition by ${name} order by seq desc, project) as nth
    from desk_files where ${name} in (${some}) and ${name} <> '') few where nth <= ${MOST_TWINS + 1}`
}

function summaryFrom(
  file: SqlRow,
  project: SqlRow,
  { twins, now, hours }: { twins: readonly Found[]; now: Date; hours: BusinessHours },
): Summary {
  const id = String(file.project)
  const cameAt = String(file.came_at)
  const keys = [`e-mail ${String(file.email_key)}`, `street ${String(file.street_key)}`]
  const others = twins.filter((twin) => twin.id !== id && keys.includes(twin.key))
  const budget = String(project.budget ?? '')
  const remodelType = String(project.typeOfKitchenRemodel ?? '')
  return {
    id,
    createdAt: cameAt,
    name: nameOf(project),
    city: brief(String(project.city ?? '')),
    remodelType: brief(remodelType),
    budget,
    budgetFit: budgetFit(budget, remodelType),
    timeFrame: String(project.timeFrame ?? ''),
    status: String(file.status),
    assignee: file.assignee
      ? { email: String(file.assignee), name: String(file.assignee_name ?? file.assignee) }
      : null,
    firstContactAt: file.contacted_at ? String(file.contacted_at) : null,
    waitedMinutes: file.waited === null ? businessMinutes(new Date(cameAt), now, hours) : Number(file.waited),
    email: project.deadAt ? 'dead' : project.sentAt ? 'sent' : 'due',
    // One project may be a twin by both; it is named once.
    twins: others
      .filter((twin, index) => others.findIndex((other) => other.id === twin.id) === index)
      .slice(0, MOST_TWINS)
      .map(({ id: twinId, name, by }) => ({ id: twinId, name, by })),
    isSample: Number(file.sample) === 1,
    version: Number(file.version),
  }
}
