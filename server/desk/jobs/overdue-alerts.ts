import { businessMinutes, HOT_AFTER } from '../../../desk/business-hours.ts'
import type { Alarm } from '../../monitoring/alerts.ts'
import { sql } from '../../store/sql/sql.ts'
import type { Desk } from '../desk.ts'

const AT_ONCE = 100

/** Tells, once of each, that a project has turned hot; whichever server notes it first does. */
export async function alertOverdue(
  now: Date,
  { desk, alarm }: { desk: Desk; alarm: Alarm },
): Promise<number> {
  const { db, hours } = desk
  const waiting = await db.all(
    sql`select project, came_at from desk_files where waiting = 1 and told_hot = 0 order by seq limit ${AT_ONCE}`,
  )
  const hot = waiting.filter((row) => businessMinutes(new Date(String(row.came_at)), now, hours) >= HOT_AFTER)
  let told = 0
  for (const { project } of hot) {
    const id = String(project)
    const isMine = await db.transact(
      id,
      [sql`select 1 from desk_files where project = ${id} and waiting = 1 and told_hot = 0`],
      ([found = []]) =>
        found.length > 0
          ? { result: true, write: [sql`update desk_files set told_hot = 1 where project = ${id}`] }
          : { result: false },
    )
    if (!isMine) continue
    told += 1
    // A matter of its own, or the next one within the hour would not be told; the id stays here.
    alarm.raise(
      `waiting ${now.getTime()}-${told}`,
      `A project has waited for ${HOT_AFTER} minutes of business hours without an answer: see /desk`,
    )
  }
  return told
}
