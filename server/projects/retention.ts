import { pluralize } from '../../../desk/pluralize.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import type { Log } from '../../monitoring/log.ts'
import { sql } from '../../store/sql/sql.ts'
import type { Desk } from '../desk.ts'
import { seqAt } from '../inbox/project-index.ts'
import { eraseProject, purgeErased } from '../projects/erase.ts'

const DAY_MS = 24 * 3600_000
const BATCH_SIZE = 100
/** After this many failures the cause is not a single project, so the run stops. */
const MAX_FAILURES = 10

interface RetentionServices {
  readonly desk: Desk
  readonly mailer: Mailer
  readonly log: Log
  readonly alerts: Alerts
}

/**
 * Erases projects older than a number of days; returns how many. Several servers may do so at once. A project that
 * cannot be erased is skipped until the next run, and its error is thrown at the end. A project whose e-mail has not
 * been sent is left alone, because no one in the business has read it; a suspicious one is not.
 */
export async function eraseOldProjects(
  days: number,
  now: Date,
  { desk, mailer, log, alerts }: RetentionServices,
): Promise<number> {
  const old = sql`desk_projects p where p.seq < ${seqAt(new Date(now.getTime() - days * DAY_MS))}`
  const isUnsent = sql`exists (select 1 from deliveries d where d."projectId" = p.project_id and d."sentAt" is null and d.suspicion = '')`
  const failures: unknown[] = []
  let erased = 0
  while (failures.length < MAX_FAILURES) {
    const rows = await desk.db.all(
      sql`select p.project_id from ${old} and not ${isUnsent} order by p.seq, p.project_id limit ${BATCH_SIZE} offset ${failures.length}`,
    )
    for (const row of rows) {
      if (failures.length === MAX_FAILURES) break
      const erasing = { id: String(row.project_id), lastName: null, who: '' }
      const outcome = await eraseProject(erasing, desk.db, mailer).catch((error: unknown) => {
        failures.push(error)
      })
      if (outcome === 'erased') erased += 1
    }
    if (rows.length < BATCH_SIZE) break
  }
  log.info({ erased, days }, 'Projects were erased by age')
  if (erased > 0) {
    await desk.audit.add(
      'RETENTION_DAYS',
      'erased by age',
      `${pluralize(erased, 'project')} older than ${pluralize(days, 'day')}`,
    )
    await purgeErased(desk.db, log)
  }
  const [left] = await desk.db.all(sql`select count(*) as unsent from ${old} and ${isUnsent}`)
  if (Number(left?.unsent) > 0)
    alerts.send(
      'old and unsent',
      `RETENTION_DAYS leaves ${pluralize(Number(left?.unsent), 'project')} whose e-mail has not been sent: npm run deliveries`,
    )
  if (failures.length > 0) throw failures[0]
  return erased
}
