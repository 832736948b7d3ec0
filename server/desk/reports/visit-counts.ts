import type { VisitCount } from '../../../desk/api.ts'
import { dayOf } from '../../../desk/days.ts'
import { LAST } from '../../../questionnaire/screens.ts'
import { DIRECT, OTHER_SOURCES, sourceName } from '../../../questionnaire/source.ts'
import type { CurrentSettings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { parseSource } from '../../projects/parse-source.ts'

/** The seconds on a screen are counted in buckets. These are their upper bounds; the last bucket has none. */
export const BOUNDS = [1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 90, 135, 200, 300, 600, 1800] as const

const MINUTE = 60_000

/** Used instead of a screen's index: the project was submitted. */
export const SUBMITTED = -1

/** Used instead of a screen's index: where a visit came from. */
const SOURCE = 'from'

/** Anyone can invent sources, so all sources above this number share one row per day. */
export const MAX_SOURCES_PER_DAY = 300

/** Counts how far visits get and where they came from, as sums per day. Counts are collected in memory until `flush`. */
export function createVisitCounts(db: Database, settings: CurrentSettings) {
  /** By minute, screen and bucket, or by minute and source. The day of a minute is computed when it is written. */
  let sums = new Map<string, number>()

  const add = (what: string, now: Date) => {
    const key = `${Math.floor(now.getTime() / MINUTE)} ${what}`
    sums.set(key, (sums.get(key) ?? 0) + 1)
  }

  return {
    /** A visit left a screen for the first time. An invalid body is ignored. */
    count(body: unknown, now: Date) {
      const { screen, seconds, source }: Partial<Record<keyof VisitCount, unknown>> =
        typeof body === 'object' && body !== null ? { ...body } : {}
      if (typeof screen !== 'number' || !Number.isInteger(screen) || screen < 0 || screen > LAST) return
      if (typeof seconds !== 'number' || !(seconds >= 0) || seconds > 24 * 3600) return
      const bucket = BOUNDS.findIndex((bound) => seconds <= bound)
      add(`${screen} ${bucket < 0 ? BOUNDS.length : bucket}`, now)
      // Visits without a known source are not stored. They are the rest of the total.
      const name = typeof source === 'string' ? sourceName(parseSource(source)) : DIRECT
      if (screen === 0 && name !== DIRECT) add(`${SOURCE} ${name}`, now)
    },
    countSubmission(now: Date) {
      add(`${SUBMITTED} 0`, now)
    },
    async flush(): Promise<void> {
      if (sums.size === 0) return
      const written = sums
      sums = new Map()
      try {
        await db.transact('visit counts', [], () => ({
          result: null,
          write: [...written].map((sum) => addSum(sum, settings().businessHours.timeZone)),
        }))
      } catch (error) {
        for (const [key, visits] of written) sums.set(key, (sums.get(key) ?? 0) + visits)
        throw error
      }
    },
  }
}

export type VisitCounts = ReturnType<typeof createVisitCounts>

function addSum([key, visits]: readonly [string, number], timeZone: string) {
  const [minute, of, ...others] = key.split(' ')
  const day = dayOf(new Date(Number(minute) * MINUTE), timeZone)
  if (of === SOURCE) return addSource(day, others.join(' '), visits)
  return sql`insert into desk_visit_counts (day, screen, bucket, visits) values (${day}, ${Number(of)}, ${Number(others[0])}, ${visits})
    on conflict (day, screen, bucket) do update set visits = desk_visit_counts.visits + excluded.visits`
}

function addSource(day: string, source: string, visits: number) {
  const isKnown = sql`exists (select 1 from desk_source_counts where day = ${day} and source = ${source})`
  const hasRoom = sql`(select count(*) from desk_source_counts where day = ${day}) < ${MAX_SOURCES_PER_DAY}`
  return sql`insert into desk_source_counts (day, source, visits)
    values (${day}, case when ${isKnown} or ${hasRoom} then ${source} else ${OTHER_SOURCES} end, ${visits})
    on conflict (day, source) do update set visits = desk_source_counts.visits + excluded.visits`
}
