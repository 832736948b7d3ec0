import type { FirstContacts } from '../../desk/api.ts'
import { type BusinessHours, dayOf, mondayOf, startOfDay } from '../../desk/business-hours.ts'
import { seqAt } from '../store/filing.ts'
import { sql } from '../store/sql.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import type { SqlRow } from '../store/sql-rows.ts'

const WEEKS = 12
const WEEK_MS = 7 * 24 * 3600_000
/** Some hundred a day; beyond it the newest count. */
const MOST_READ = 50_000

/** How long the projects of each week waited for their first contact, the oldest week first. */
export function createFirstContacts(db: SqlDatabase, { timeZone }: BusinessHours) {
  return async function firstContacts(now: Date): Promise<readonly FirstContacts[]> {
    const mondays = Array.from({ length: WEEKS }, (_, index) =>
      mondayOf(dayOf(new Date(now.getTime() - (WEEKS - 1 - index) * WEEK_MS), timeZone)),
    )
    const starts = mondays.map((monday) => startOfDay(monday, timeZone))
    const first = starts[0] ?? now
    const rows = await db.all(
      sql`select came_at, contacted_at, waited from desk_files where seq >= ${seqAt(first)} order by seq desc limit ${MOST_READ}`,
    )
    const weeks = mondays.map((): SqlRow[] => [])
    const bounds = starts.map((start) => start.toISOString())
    for (const row of rows) weeks[bounds.findLastIndex((bound) => String(row.came_at) >= bound)]?.push(row)
    return weeks.map((ofWeek, index) => weekFrom(mondays[index] ?? '', ofWeek))
  }
}

function weekFrom(week: string, rows: readonly SqlRow[]): FirstContacts {
  const minutes = rows.filter((row) => row.contacted_at !== null).map((row) => Number(row.waited))
  const sorted = minutes.toSorted((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
  return {
    week,
    projects: rows.length,
    answered: sorted.length,
    medianMinutes: sorted.length > 0 ? median : null,
    worstMinutes: sorted.at(-1) ?? null,
  }
}
