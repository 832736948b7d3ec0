import { pluralize } from '../../desk/pluralize.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import { seqAt } from '../db/project-statements.ts'
import { number, query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { IS_UNSENT } from '../outbox/message-statements.ts'
import { eraseProject, purgeErased } from './erase-project.ts'
import type { ProjectServices } from './project-services.ts'

const DAY_MS = 24 * 3600_000
const BATCH_SIZE = 100
/** Stops after this many failures, because the cause is not a single project. */
const MAX_FAILURES = 10

/**
 * Erases projects older than a number of days, and returns how many. Several servers may run this at the same time. A
 * project that cannot be erased is skipped until the next run, and its error is thrown at the end. A project whose email
 * has not been sent is kept, because no one has read it; suspicious projects are not kept.
 */
export async function eraseOldProjects(
  days: number,
  now: Date,
  { db, mailer, log, alerts }: Pick<ProjectServices, 'db' | 'mailer' | 'log' | 'alerts'>,
): Promise<number> {
  const old = sql`desk_projects p where p.seq < ${seqAt(new Date(now.getTime() - days * DAY_MS))}`
  const isUnsent = sql`exists (select 1 from messages m
    where m.project_id = p.project_id and m.channel = 'specialist' and ${IS_UNSENT})`
  const failures: unknown[] = []
  let erased = 0
  while (failures.length < MAX_FAILURES) {
    const select = sql`select p.project_id from ${old} and not ${isUnsent}
      order by p.seq, p.project_id limit ${BATCH_SIZE} offset ${failures.length}`
    const rows = await db.all(query(select, { projectId: text }))
    for (const { projectId } of rows) {
      if (failures.length === MAX_FAILURES) break
      const erasing = { id: projectId, lastName: null, who: '' }
      const outcome = await eraseProject(erasing, db, mailer).catch((error: unknown) => {
        failures.push(error)
      })
      if (outcome === 'erased') erased += 1
    }
    if (rows.length < BATCH_SIZE) break
  }
  log.info({ erased, days }, 'Projects were erased by age')
  if (erased > 0) {
    const detail = `${pluralize(erased, 'project')} older than ${pluralize(days, 'day')}`
    await db.transact('audit', [], (_, at) => ({
      result: null,
      write: [insertAuditEntry(at, 'RETENTION_DAYS', 'erased by age', detail)],
    }))
    await purgeErased(db, log)
  }
  const [left] = await db.all(
    query(sql`select count(*) as unsent from ${old} and ${isUnsent}`, { unsent: number }),
  )
  if (left && left.unsent > 0)
    alerts.send(
      'old and unsent',
      `RETENTION_DAYS did not erase ${pluralize(left.unsent, 'project')} whose email has not been sent: npm run messages`,
    )
  if (failures.length > 0) throw failures[0]
  return erased
}
