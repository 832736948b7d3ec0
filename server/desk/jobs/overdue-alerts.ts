import { businessMinutes, HOT_AFTER } from '../../../desk/business-hours.ts'
import type { Alerts } from '../../monitoring/alerts.ts'
import { sql } from '../../store/sql/sql.ts'
import type { Desk } from '../desk.ts'

const AT_ONCE = 100

/** Tells, once of each, that a project has turned hot; whichever server notes it first does. */
export async function alertOverdue(
  now: Date,
  { desk, alerts }: { desk: Desk; alerts: Alerts },
): Promise<number> {
  const { db, hours } = desk
  const waiting = await db.all(
    sql`select project_id, created_at from desk_projects where is_waiting = 1 and overdue_alert_sent = 0 order by seq limit ${AT_ONCE}`,
  )
  const hot = waiting.filter(
    (row) => businessMinutes(new Date(String(row.created_at)), now, hours) >= HOT_AFTER,
  )
  let told = 0
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
    told += 1
    // A matter of its own, or the next one within the hour would not be told; the id stays here.
    alerts.send(
      `waiting ${now.getTime()}-${told}`,
      `A project has waited for ${HOT_AFTER} minutes of business hours without an answer: see /desk`,
    )
  }
  return told
}
