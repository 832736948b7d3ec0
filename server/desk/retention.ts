import type { Mailer } from '../mail/mailer.ts'
import type { Log } from '../services.ts'
import { seqAt } from '../store/filing.ts'
import { sql } from '../store/sql.ts'
import type { Desk } from './desk.ts'
import { eraseProject } from './erase.ts'

const DAY_MS = 24 * 3600_000
const AT_ONCE = 100

/** Erases what is older than so many days; returns how many. Several servers may do it at once. */
export async function eraseOld(
  days: number,
  now: Date,
  { desk, mailer, log }: { desk: Desk; mailer: Mailer; log: Log },
): Promise<number> {
  const oldest = seqAt(new Date(now.getTime() - days * DAY_MS))
  let erased = 0
  while (true) {
    const rows = await desk.db.all(
      sql`select project from desk_files where seq < ${oldest} order by seq limit ${AT_ONCE}`,
    )
    for (const row of rows) {
      const outcome = await eraseProject(
        { id: String(row.project), lastName: null, who: '' },
        desk.db,
        mailer,
      )
      if (outcome === 'erased') erased += 1
    }
    if (rows.length < AT_ONCE) break
  }
  log.info({ erased, days }, 'Projects were erased by age')
  if (erased > 0)
    await desk.audit.note('RETENTION_DAYS', 'erased by age', `${erased} projects older than ${days} days`)
  return erased
}
