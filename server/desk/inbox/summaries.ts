import type { RelatedProject, Summary } from '../../../desk/api.ts'
import { budgetFit } from '../../../desk/budget-fit.ts'
import { type BusinessHours, businessMinutes } from '../../../desk/business-hours.ts'
import { deliveryState } from '../../store/delivery.ts'
import { IS_SUSPICIOUS } from '../../store/sql/project-statements.ts'
import { joinSql, raw, type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'

const MAX_RELATED = 5
const MAX_LENGTH = 200

/** Turns rows of desk_projects into rows of the inbox, with the project, its delivery and related projects. */
export function createSummaries(db: SqlDatabase, hours: BusinessHours) {
  return async function summarize(rows: readonly SqlRow[], now: Date): Promise<readonly Summary[]> {
    if (rows.length === 0) return []
    const [projects, related] = await Promise.all([findProjects(db, rows), findRelated(db, rows)])
    return rows.map((row) =>
      summaryFrom(row, projects.get(String(row.project_id)) ?? {}, { related, now, hours }),
    )
  }
}

async function findProjects(db: SqlDatabase, rows: readonly SqlRow[]): Promise<ReadonlyMap<string, SqlRow>> {
  const ids = listOf(rows.map((row) => String(row.project_id)))
  const found = await db.all(sql`select p.id, p."firstName", p."lastName", p.city, p."typeOfKitchenRemodel",
    p.budget, p."timeFrame", d."sentAt", d."deadAt", d.suspicion
    from projects p left join deliveries d on d."projectId" = p.id where p.id in (${ids})`)
  return new Map(found.map((row) => [String(row.id), row]))
}

interface Related extends RelatedProject {
  readonly key: string
}

/** Other projects of the same households, newest first. */
async function findRelated(db: SqlDatabase, rows: readonly SqlRow[]): Promise<readonly Related[]> {
  const lookups = (['email_key', 'street_key'] as const).map((column) =>
    relatedBy(column, [...new Set(rows.map((row) => String(row[column])))]),
  )
  const found =
    await db.all(sql`select r.project_id, r.column_name, r.household_key, p."firstName", p."lastName"
    from (${joinSql(lookups, ' union all ')}) r join projects p on p.id = r.project_id
    order by r.seq desc, r.project_id, r.column_name`)
  return found.map((row) => ({
    key: `${String(row.column_name)} ${String(row.household_key)}`,
    id: String(row.project_id),
    name: nameOf(row),
    by: row.column_name === 'email_key' ? 'e-mail' : 'street',
  }))
}

/** A few per key, so that a visitor who submits a thousand times does not hide other related projects. */
function relatedBy(column: 'email_key' | 'street_key', keys: readonly string[]): Statement {
  const key = raw(column)
  return sql`select seq, project_id, '${key}' as column_name, household_key from (
    select seq, project_id, ${key} as household_key,
      row_number() over (partition by ${key} order by seq desc, project_id) as position
    from desk_projects where ${key} in (${listOf(keys)}) and ${key} <> '' and not ${IS_SUSPICIOUS}) newest
    where position <= ${MAX_RELATED + 1}`
}

const listOf = (values: readonly string[]) =>
  joinSql(
    values.map((value) => sql`${value}`),
    ', ',
  )

function summaryFrom(
  row: SqlRow,
  project: SqlRow,
  { related, now, hours }: { related: readonly Related[]; now: Date; hours: BusinessHours },
): Summary {
  const id = String(row.project_id)
  const createdAt = String(row.created_at)
  const keys = [`email_key ${String(row.email_key)}`, `street_key ${String(row.street_key)}`]
  const others = related.filter((other) => other.id !== id && keys.includes(other.key))
  const budget = String(project.budget ?? '')
  const remodelType = String(project.typeOfKitchenRemodel ?? '')
  return {
    id,
    createdAt,
    name: nameOf(project),
    city: brief(String(project.city ?? '')),
    remodelType: brief(remodelType),
    budget,
    budgetFit: budgetFit(budget, remodelType),
    timeFrame: String(project.timeFrame ?? ''),
    status: String(row.status),
    assignee: row.assignee
      ? { email: String(row.assignee), name: String(row.assignee_name ?? row.assignee) }
      : null,
    firstContactAt: row.first_contact_at ? String(row.first_contact_at) : null,
    waitedMinutes:
      row.waited_minutes === null
        ? businessMinutes(new Date(createdAt), now, hours)
        : Number(row.waited_minutes),
    email: deliveryState(project),
    // A project with the same address and the same street is listed once.
    twins: others
      .filter((other, index) => others.findIndex(({ id: first }) => first === other.id) === index)
      .slice(0, MAX_RELATED)
      .map(({ id: otherId, name, by }) => ({ id: otherId, name, by })),
    isSample: Number(row.is_sample) === 1,
    version: Number(row.version),
  }
}

/** The homeowner's name for a link. A page of another version may not have asked for it. */
export const nameOf = ({ firstName, lastName }: SqlRow) =>
  brief(`${String(firstName ?? '')} ${String(lastName ?? '')}`.trim()) || 'No name'

/** A very long answer would push the other rows off the page. */
export function brief(answer: string): string {
  const letters = [...answer]
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH).join('')}…` : answer
}
