import type { FirstContacts } from '../../../desk/api.ts'
import { dayOf, daysAfter, mondayOf, startOfDay } from '../../../desk/days.ts'
import type { CurrentSettings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { IS_SUSPICIOUS, seqAt } from '../../db/project-statements.ts'
import { number, query } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'

const WEEKS = 12

/** How long the projects of each week waited for their first contact, oldest week first, without samples and suspicious ones. */
export function createFirstContacts(db: Database, settings: CurrentSettings) {
  /** Grouped by minutes, a week has a few hundred rows at most. */
  async function weekOf(week: string, from: Date, to: Date): Promise<FirstContacts> {
    const isInWeek = sql`seq >= ${seqAt(from)} and seq < ${seqAt(to)} and not ${IS_SUSPICIOUS}`
    const selectAll = sql`select count(*) as projects from desk_projects where is_sample = 0 and ${isInWeek}`
    const selectContacted = sql`select waited_minutes as minutes, count(*) as projects from desk_projects
      where first_contact_at is not null and is_sample = 0 and ${isInWeek}
      group by waited_minutes order by waited_minutes`
    const [[all], contacted] = await Promise.all([
      db.all(query(selectAll, { projects: number })),
      db.all(query(selectContacted, { minutes: number, projects: number })),
    ])
    return { week, projects: all?.projects ?? 0, ...waitsFrom(contacted) }
  }

  return async function firstContacts(now: Date): Promise<readonly FirstContacts[]> {
    const { timeZone } = settings().businessHours
    const thisWeek = mondayOf(dayOf(now, timeZone))
    const weeks: FirstContacts[] = []
    for (let ago = WEEKS - 1; ago >= 0; ago--) {
      const week = daysAfter(thisWeek, -7 * ago)
      const next = daysAfter(week, 7)
      weeks.push(await weekOf(week, startOfDay(week, timeZone), startOfDay(next, timeZone)))
    }
    return weeks
  }
}

interface Count {
  readonly minutes: number
  readonly projects: number
}

/** `counts` is sorted by minutes. */
function waitsFrom(counts: readonly Count[]): Omit<FirstContacts, 'week' | 'projects'> {
  const answered = counts.reduce((sum, { projects }) => sum + projects, 0)
  /** The nth shortest wait. */
  const nth = (position: number) => {
    let before = 0
    for (const { minutes, projects } of counts) {
      before += projects
      if (before > position) return minutes
    }
    return 0
  }
  const middle = (answered - 1) / 2
  return {
    answered,
    medianMinutes: answered > 0 ? (nth(Math.floor(middle)) + nth(Math.ceil(middle))) / 2 : null,
    worstMinutes: counts.at(-1)?.minutes ?? null,
  }
}
