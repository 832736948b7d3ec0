import type { Funnel, FunnelScreen } from '../../../desk/api.ts'
import { daysAfter } from '../../../desk/business-hours.ts'
import { screens } from '../../../questionnaire/screens.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { BOUNDS, SUBMITTED } from './visit-counts.ts'

const DAY_MS = 24 * 3600_000
const MAX_DAYS = 400

/** How far visits got between two days, both included; of a longer time, the last days. */
export function createFunnel(db: SqlDatabase) {
  return async function funnel(asked: string, to: string): Promise<Funnel> {
    const earliest = daysAfter(to, 1 - MAX_DAYS)
    const from = asked < earliest ? earliest : asked
    const [sums, ends] = await Promise.all([
      db.all(sql`select screen, bucket, sum(visits) as visits from desk_visit_counts
        where day >= ${from} and day <= ${to} group by screen, bucket`),
      db.all(sql`select day, screen, sum(visits) as visits from desk_visit_counts
        where day >= ${from} and day <= ${to} and (screen = 0 or screen = ${SUBMITTED}) group by day, screen`),
    ])
    const visits = (day: string, screen: number) =>
      Number(ends.find((row) => row.day === day && Number(row.screen) === screen)?.visits ?? 0)
    return {
      steps: stepsFrom(sums),
      days: daysBetween(from, to).map((day) => ({
        day,
        started: visits(day, 0),
        submitted: visits(day, SUBMITTED),
      })),
    }
  }
}

function stepsFrom(sums: readonly SqlRow[]): readonly FunnelScreen[] {
  const histogram = (screen: number) => {
    const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0)
    for (const row of sums) if (Number(row.screen) === screen) counts[Number(row.bucket)] = Number(row.visits)
    return counts
  }
  const reached = (screen: number) => histogram(screen).reduce((sum, count) => sum + count, 0)
  return screens.map((_, screen) => {
    // Visits are not tracked, so those that left are those missing from the next screen, or from the submissions.
    const next = screen + 1 < screens.length ? screen + 1 : SUBMITTED
    return {
      screen,
      reached: reached(screen),
      left: Math.max(0, reached(screen) - reached(next)),
      medianSeconds: medianOf(histogram(screen)),
    }
  })
}

/** Assumes that the visits of a bucket are spread evenly over it. */
function medianOf(counts: readonly number[]): number | null {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2
  let before = 0
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && before + count >= half) {
      const from = BOUNDS[bucket - 1] ?? 0
      const to = BOUNDS[bucket] ?? from
      return Math.round((from + ((half - before) / count) * (to - from)) * 10) / 10
    }
    before += count
  }
  return null
}

function daysBetween(from: string, to: string): readonly string[] {
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, index) => daysAfter(from, index))
}
