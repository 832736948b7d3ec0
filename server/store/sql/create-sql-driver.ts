import { MAX_DELAY_MS, STUCK_MS } from '../delivery.ts'
import type { Decide, Driver, StoredProject } from '../driver.ts'
import { indexStatements } from './project-index.ts'
import {
  saveDelivery,
  saveProject,
  selectCounts,
  selectDelivery,
  selectDue,
  selectErased,
  selectProject,
  selectProjects,
  selectUnsent,
} from './project-statements.ts'
import { countsFrom, deliveryFrom, isSample, projectFrom } from './rows.ts'
import type { Statement } from './sql.ts'
import type { SqlDatabase, SqlDecision, SqlRow } from './sql-database.ts'

interface SqlDriverOptions {
  /** A time so many milliseconds from now, by the clock of the store. */
  readonly timeFromNow: (ms: number) => Statement
}

/** The part of a driver that both SQL databases share. */
export function createSqlDriver(
  db: SqlDatabase,
  { timeFromNow }: SqlDriverOptions,
): Omit<Driver, 'check' | 'close'> {
  return {
    sql: db,
    change: (id, decide) =>
      db.transact(id, [selectProject(id), selectDelivery(id), selectErased(id)], (rows, now) =>
        applyChange(id, rows, { decide, now, dialect: db.dialect }),
      ),
    async due(limit) {
      const times = { now: timeFromNow(0), tooLate: timeFromNow(MAX_DELAY_MS) }
      const rows = await db.all(selectDue(times, limit))
      return rows.map((row) => String(row.projectId))
    },
    async *projects(since = new Date(0)) {
      for await (const row of db.stream(selectProjects(db.dialect, since)))
        if (!isSample(row)) yield projectFrom(row)
    },
    async *unsent() {
      for await (const row of db.stream(selectUnsent)) yield deliveryFrom(row)
    },
    counts: async () => countsFrom((await db.all(selectCounts(timeFromNow(-STUCK_MS))))[0]),
  }
}

interface ChangeContext<T> {
  readonly decide: Decide<T>
  readonly now: Date
  readonly dialect: SqlDatabase['dialect']
}

/** Decides on the rows of one project, and returns the statements that store the decision and index it for the desk. */
function applyChange<T>(
  id: string,
  [projects = [], deliveries = [], erased = []]: readonly (readonly SqlRow[])[],
  { decide, now, dialect }: ChangeContext<T>,
): SqlDecision<T> {
  const stored = storedFrom(projects[0], deliveries[0])
  const { result, write } = decide({ stored, isErased: erased.length > 0, now })
  if (!write) return { result }
  if (!write.answers) return { result, write: [saveDelivery(write.delivery)] }
  const project = { id, answers: write.answers, createdAt: stored?.project.createdAt ?? now }
  const index = indexStatements(project, {
    dialect,
    kind: stored ? 'revised' : 'new',
    before: stored?.project.answers,
    now,
  })
  return { result, write: [saveProject(project), saveDelivery(write.delivery), ...index] }
}

const storedFrom = (project: SqlRow | undefined, delivery: SqlRow | undefined): StoredProject | null =>
  project && delivery ? { project: projectFrom(project), delivery: deliveryFrom(delivery) } : null
