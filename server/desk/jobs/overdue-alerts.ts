import { businessMinutes, HOT_AFTER } from '../../../desk/business-hours.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import { sql } from '../../store/sql/sql.ts'
import type { Desk } from '../desk.ts'

const BATCH_SIZE = 100

/** Sends an alert for each project that has become hot, once per project across all servers. Returns the count. */
export async function alertOverdue(
  now: Date,
  { desk, alerts }: { desk: Desk; alerts: Alerts },
): Promise<number> {
  const { db, hours } = desk
  const waiting = await db.all(
    sql`select project_id, created_at from desk_projects where is_waiting = 1 and overdue_alert_sent = 0 order by seq limit ${BATCH_SIZE}`,
  )
  const hot = waiting.filter(
    (row) => businessMinutes(new Date(String(row.created_at)), now, hours) >= HOT_AFTER,
  )
  let alerted = 0
  for (const { project_id } of hot) {
    const id = String(project_id)
    const isMine = await db.transact(
      id,
      [
        sql`select 1 from desk_projects where project_id = ${id} and is_waiting = 1 and overdue_alert_sent = 0`,
      ],
      ([found = []]) =>
        found.length > 0
          ? {
              result: true,
              write: [sql`update desk_projects set overdue_alert_sent = 1 where project_id = ${id}`],
            }
          : { result: false },
    )
    if (!isMine) continue
    alerted += 1
    // A subject of its own, because each subject is sent at most once an hour. The project's id stays out of it.
    alerts.send(
      `waiting ${now.getTime()}-${alerted}`,
      `A project has waited for ${HOT_AFTER} minutes of business hours without an answer: see /desk`,
    )
  }
  return alerted
}
