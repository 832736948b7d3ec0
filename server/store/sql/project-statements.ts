import { hash } from 'node:crypto'
import { fieldNames } from '../../../questionnaire/fields.ts'
import type { Project } from '../../../questionnaire/project.ts'
import type { Delivery } from '../delivery.ts'
import { toDeliveryRow } from './rows.ts'
import { deliveryColumns, projectColumns } from './schema.ts'
import { joinSql, raw, type Statement, sql } from './sql.ts'
import type { DialectName } from './sql-database.ts'

// The statements on projects and deliveries, for both SQL databases. Times are passed as ISO text.

const quote = (names: readonly string[]) => raw(names.map((name) => `"${name}"`).join(', '))
const overwrite = (names: readonly string[]) =>
  raw(names.map((name) => `"${name}" = excluded."${name}"`).join(', '))

const PROJECT_COLUMNS = quote(projectColumns)
const DELIVERY_COLUMNS = quote(['projectId', ...deliveryColumns])
const OVERWRITE_ANSWERS = overwrite(fieldNames)
const OVERWRITE_DELIVERY = overwrite(deliveryColumns)

export const selectProject = (id: string): Statement =>
  sql`select ${PROJECT_COLUMNS} from projects where id = ${id}`

export const selectDelivery = (id: string): Statement =>
  sql`select ${DELIVERY_COLUMNS} from deliveries where "projectId" = ${id}`

export const selectErased = (id: string): Statement =>
  sql`select hash from desk_erased where hash = ${erasedHash(id)}`

/** All that is stored of an erased project, so that a late retry of the visitor's page does not bring it back. */
export const erasedHash = (id: string): string => hash('sha256', `erased ${id}`)

/** Inserts a project, or replaces the answers of an existing one. */
export function saveProject({ id, createdAt, answers, source }: Project): Statement {
  const row = { id, createdAt: createdAt.toISOString(), ...answers, ...source }
  const values = projectColumns.map((column) => row[column])
  return sql`insert into projects (${PROJECT_COLUMNS}) values (${list(values)})
    on conflict (id) do update set ${OVERWRITE_ANSWERS}`
}

export function saveDelivery(delivery: Delivery): Statement {
  const row = toDeliveryRow(delivery)
  const values = [delivery.projectId, ...deliveryColumns.map((column) => toValue(row[column]))]
  return sql`insert into deliveries (${DELIVERY_COLUMNS}) values (${list(values)})
    on conflict ("projectId") do update set ${OVERWRITE_DELIVERY}`
}

/**
 * Samples are included and marked, and the reader skips them: with a condition on them, PostgreSQL would sort all
 * projects first. SQLite has no index on the time, but rows are in the order they were created.
 */
export const selectProjects = (dialect: DialectName, since: Date): Statement =>
  sql`select ${PROJECT_COLUMNS}, id in (select project_id from desk_projects where is_sample = 1) as is_sample
    from projects where "createdAt" >= ${since.toISOString()}
    order by ${raw(dialect === 'sqlite' ? 'rowid' : '"createdAt", id')}`

/** A condition on deliveries: due or dead. */
export const IS_UNSENT: Statement = raw('("nextAttemptAt" is not null or "deadAt" is not null)')

export const selectUnsent: Statement = sql`select ${DELIVERY_COLUMNS} from deliveries
  where ${IS_UNSENT} order by "queuedAt"`

/** A condition on rows with a `project_id`. */
export const IS_SUSPICIOUS: Statement = raw(
  `exists (select 1 from deliveries s where s."projectId" = project_id and s.suspicion <> '')`,
)

export const selectSuspicious: Statement = sql`select ${DELIVERY_COLUMNS} from deliveries where suspicion <> ''`

export const selectCountSuspicious: Statement = sql`select count(*) as count from deliveries where suspicion <> ''`

export interface DueTimes {
  readonly now: Statement
  /** MAX_DELAY_MS from now. */
  readonly latest: Statement
}

/** The same rule as isDue in delivery.ts, on columns with these names. */
export function isDueNow(columns: readonly [next: string, queued: string, lease: string], times: DueTimes) {
  const [next, queued, lease] = [raw(columns[0]), raw(columns[1]), raw(columns[2])]
  const { now, latest } = times
  return sql`(${next} is not null and (${next} <= ${now} or ${next} > ${latest}
    or (${now} < ${queued} and ${queued} <= ${next} and ${lease} is null)))`
}

/** A delivery whose project was deleted by hand is never due. */
export const selectDue = (times: DueTimes, limit: number): Statement =>
  sql`select "projectId" from deliveries
    where ${isDueNow(['"nextAttemptAt"', '"queuedAt"', '"leaseToken"'], times)}
    and exists (select 1 from projects where id = "projectId")
    order by "queuedAt" limit ${limit}`

export const selectCounts = (stuckBefore: Statement): Statement => sql`select
  (select count(*) from deliveries where "nextAttemptAt" is not null and "deadAt" is null) as due,
  (select count(*) from deliveries where "nextAttemptAt" is not null and "deadAt" is null and "queuedAt" < ${stuckBefore}) as stuck,
  (select count(*) from deliveries where "deadAt" is not null) as dead`

const list = (values: readonly (string | number | null)[]) =>
  joinSql(
    values.map((value) => sql`${value}`),
    ', ',
  )

const toValue = (value: string | number | Date | null) =>
  value instanceof Date ? value.toISOString() : value
