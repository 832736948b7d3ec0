import type { Project } from '../../../questionnaire/project.ts'
import { MAX_DELAY_MS, STUCK_MS } from '../delivery.ts'
import type { Decide, Driver, StoredProject } from '../driver.ts'
import { eventOf } from '../event-of.ts'
import type { OutboxDriver } from '../outbox.ts'
import type { IndexContext, IndexStatements } from './index-statements.ts'
import {
  deleteMessage,
  enqueue,
  saveMessage,
  selectDueChannels,
  selectDueMessages,
  selectEarlierMessage,
  selectMessage,
  selectMessageCounts,
  selectMessages,
} from './outbox-statements.ts'
import {
  type DueTimes,
  saveDelivery,
  saveProject,
  selectCountSuspicious,
  selectCounts,
  selectDelivery,
  selectDue,
  selectErased,
  selectProject,
  selectProjects,
  selectSuspicious,
  selectUnsent,
} from './project-statements.ts'
import { countsFrom, deliveryFrom, isSample, messageFrom, projectFrom } from './rows.ts'
import type { Statement } from './sql.ts'
import type { SqlDatabase, SqlDecision, SqlRow } from './sql-database.ts'

interface SqlDriverOptions {
  readonly indexStatements: IndexStatements
  /** A time so many milliseconds from now, by the clock of the store. */
  readonly timeFromNow: (ms: number) => Statement
}

/** The part of a driver that both SQL databases share. */
export function createSqlDriver(
  db: SqlDatabase,
  { indexStatements, timeFromNow }: SqlDriverOptions,
): Omit<Driver, 'check' | 'close'> {
  const dueTimes = (): DueTimes => ({ now: timeFromNow(0), latest: timeFromNow(MAX_DELAY_MS) })
  return {
    sql: db,
    outbox: createSqlOutbox(db, { dueTimes, stuckBefore: () => timeFromNow(-STUCK_MS) }),
    change: (id, decide) =>
      db.transact(id, [selectProject(id), selectDelivery(id), selectErased(id)], (rows, now) =>
        applyChange(rows, {
          decide,
          now,
          index: (project, context) => indexStatements(project, { dialect: db.dialect, ...context }),
        }),
      ),
    async due(limit) {
      const rows = await db.all(selectDue(dueTimes(), limit))
      return rows.map((row) => String(row.projectId))
    },
    async *projects(since = new Date(0)) {
      for await (const row of db.stream(selectProjects(db.dialect, since)))
        if (!isSample(row)) yield projectFrom(row)
    },
    async *unsent() {
      for await (const row of db.stream(selectUnsent)) yield deliveryFrom(row)
    },
    async *suspicious() {
      for await (const row of db.stream(selectSuspicious)) yield deliveryFrom(row)
    },
    countSuspicious: async () => Number((await db.all(selectCountSuspicious))[0]?.count),
    counts: async () => countsFrom((await db.all(selectCounts(timeFromNow(-STUCK_MS))))[0]),
  }
}

interface OutboxTimes {
  readonly dueTimes: () => DueTimes
  readonly stuckBefore: () => Statement
}

function createSqlOutbox(db: SqlDatabase, { dueTimes, stuckBefore }: OutboxTimes): OutboxDriver {
  return {
    dueChannels: async () => (await db.all(selectDueChannels(dueTimes()))).map((row) => String(row.channel)),
    due: async (channel, limit) =>
      (await db.all(selectDueMessages(channel, dueTimes(), limit))).map(messageFrom),
    async find(id) {
      const [row] = await db.all(selectMessage(id))
      return row ? messageFrom(row) : null
    },
    change(message, decide) {
      const { id, projectId } = message
      const read = [selectMessage(id), selectEarlierMessage(message), selectProject(projectId)]
      return db.transact(projectId, read, ([rows = [], earliers = [], projects = []], now) => {
        const [row, earlier, project] = [rows[0], earliers[0], projects[0]]
        const { result, write } = decide({
          message: row ? messageFrom(row) : null,
          earlier: earlier ? messageFrom(earlier) : null,
          project: project ? projectFrom(project) : null,
          now,
        })
        if (!write) return { result }
        return { result, write: [write === 'delete' ? deleteMessage(id) : saveMessage(write)] }
      })
    },
    async *unsent() {
      for await (const row of db.stream(selectMessages)) yield messageFrom(row)
    },
    counts: async () => countsFrom((await db.all(selectMessageCounts(stuckBefore())))[0]),
  }
}

interface ChangeContext<T> {
  readonly decide: Decide<T>
  readonly now: Date
  readonly index: (project: Project, context: Omit<IndexContext, 'dialect'>) => readonly Statement[]
}

/** Decides on the rows of one project, and returns the statements that store the decision and index it for the desk. */
function applyChange<T>(
  [projects = [], deliveries = [], erased = []]: readonly (readonly SqlRow[])[],
  { decide, now, index }: ChangeContext<T>,
): SqlDecision<T> {
  const stored = storedFrom(projects[0], deliveries[0])
  const { result, write } = decide({ stored, isErased: erased.length > 0, now })
  if (!write) return { result }
  const { project, delivery } = write
  const event = eventOf(stored, write)
  const messages = event ? [enqueue({ projectId: delivery.projectId, event, now })] : []
  if (!project) return { result, write: [saveDelivery(delivery), ...messages] }
  const kind = stored ? 'revised' : 'new'
  return {
    result,
    write: [
      saveProject(project),
      saveDelivery(delivery),
      ...index(project, { kind, now, before: stored?.project.answers }),
      ...messages,
    ],
  }
}

const storedFrom = (project: SqlRow | undefined, delivery: SqlRow | undefined): StoredProject | null =>
  project && delivery ? { project: projectFrom(project), delivery: deliveryFrom(delivery) } : null
