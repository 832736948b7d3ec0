import { pluralize } from '../../../desk/pluralize.ts'
import { businessMinutes, OVERDUE_AFTER } from '../../config/business-hours.ts'
import { IS_SUSPICIOUS } from '../../db/project-statements.ts'
import { number, query, text } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import type { Desk } from '../desk.ts'

const SUBJECT = 'waiting'

/**
 * Sends one alert for all newly overdue projects, once per project across all servers. Returns the count. While the
 * subject is quiet, the projects are left for a later run.
 */
export async function alertOverdue(
  now: Date,
  { desk, alerts }: { desk: Desk; alerts: Alerts },
): Promise<number> {
  if (alerts.isQuiet(SUBJECT)) return 0
  const { db, settings } = desk
  const isDue = sql`is_waiting = 1 and overdue_alert_sent = 0 and not ${IS_SUSPICIOUS}`
  const select = sql`select seq, created_at from desk_projects where ${isDue} order by seq`
  const count = await db.transact(SUBJECT, [query(select, { seq: number, createdAt: text })], ([waiting]) => {
    const overdue = waiting.filter(
      ({ createdAt }) => businessMinutes(new Date(createdAt), now, settings().businessHours) >= OVERDUE_AFTER,
    )
    const last = overdue.at(-1)?.seq ?? 0
    return {
      result: overdue.length,
      write: [sql`update desk_projects set overdue_alert_sent = 1 where ${isDue} and seq <= ${last}`],
    }
  })
  if (count > 0)
    alerts.send(
      SUBJECT,
      `${pluralize(count, 'project')} ${count === 1 ? 'has' : 'have'} waited for ${OVERDUE_AFTER} minutes of business hours for a first contact: see /desk`,
    )
  return count
}
