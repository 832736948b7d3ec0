import type { Funnel, FunnelFigures, FunnelScreen, FunnelSource } from '../../../desk/api.ts'
import { daysAfter, startOfDay } from '../../../desk/days.ts'
import { formerStatuses, WON } from '../../../desk/status.ts'
import { allWords } from '../../../questionnaire/former-words.ts'
import { LAST, screens } from '../../../questionnaire/screens.ts'
import { DIRECT, OTHER_SOURCES } from '../../../questionnaire/source.ts'
import type { CurrentSettings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { IS_SUSPICIOUS, seqAt } from '../../db/project-statements.ts'
import { number, query, type RowOf, text } from '../../db/rows.ts'
import { listSql, sql } from '../../db/sql.ts'
import { MAX_SOURCES } from '../inbox/inbox.ts'
import { BOUNDS, SUBMITTED } from './visit-counts.ts'

const DAY_MS = 24 * 3600_000
const MAX_DAYS = 400

/** How far visits got between two days, inclusive, and where they came from. A long period is cut to its last days. */
export function createFunnel(db: Database, settings: CurrentSettings) {
  async function figuresBetween(from: string, to: string): Promise<FunnelFigures> {
    const { timeZone } = settings().businessHours
    const selectVisits = sql`select screen, sum(visits) as visits from desk_visit_counts
      where day >= ${from} and day <= ${to} and (screen = 0 or screen = ${SUBMITTED}) group by screen`
    const wonAt = sql`(select max(at) from desk_events e where e.project_id = d.project_id and e.kind = 'status')`
    const selectWon = sql`select count(*) as won from (select ${wonAt} as at from desk_projects d
        where ${isWon()} and is_sample = 0 and not ${IS_SUSPICIOUS}) found
      where at >= ${startOfDay(from, timeZone).toISOString()} and at < ${startOfDay(daysAfter(to, 1), timeZone).toISOString()}`
    const [counts, [won]] = await Promise.all([
      db.all(query(selectVisits, { screen: number, visits: number })),
      db.all(query(selectWon, { won: number })),
    ])
    const visits = (screen: number) => counts.find((row) => row.screen === screen)?.visits ?? 0
    return { visits: visits(0), submitted: visits(SUBMITTED), won: won?.won ?? 0 }
  }

  return async function funnel(asked: string, to: string): Promise<Funnel> {
    const { timeZone } = settings().businessHours
    const earliest = daysAfter(to, 1 - MAX_DAYS)
    const from = asked < earliest ? earliest : asked
    const isBetween = sql`day >= ${from} and day <= ${to}`
    const selectSums = sql`select screen, bucket, sum(visits) as visits from desk_visit_counts
      where ${isBetween} group by screen, bucket`
    const selectEnds = sql`select day, screen, sum(visits) as visits from desk_visit_counts
      where ${isBetween} and (screen = 0 or screen = ${SUBMITTED}) group by day, screen`
    const selectVisited = sql`select source, sum(visits) as visits from desk_source_counts
      where ${isBetween} group by source`
    const isSubmittedBetween = sql`seq >= ${seqAt(startOfDay(from, timeZone))}
      and seq < ${seqAt(startOfDay(daysAfter(to, 1), timeZone))} and is_sample = 0 and not ${IS_SUSPICIOUS}`
    const selectSubmitted = sql`select source, count(*) as submitted, count(first_contact_at) as contacted,
        sum(case when ${isWon()} then 1 else 0 end) as won
      from desk_projects where ${isSubmittedBetween} group by source`
    const selectEarly = sql`select count(*) as early from desk_projects join projects on id = project_id
      where "sentEarly" = 1 and ${isSubmittedBetween}`
    const dates = daysBetween(from, to)
    const [figures, before, sums, ends, visited, submitted, [counted]] = await Promise.all([
      figuresBetween(from, to),
      figuresBetween(daysAfter(from, -dates.length), daysAfter(from, -1)),
      db.all(query(selectSums, sumColumns)),
      db.all(query(selectEnds, { day: text, screen: number, visits: number })),
      db.all(query(selectVisited, visitedColumns)),
      db.all(query(selectSubmitted, submittedColumns)),
      db.all(query(selectEarly, { early: number })),
    ])
    const visits = (day: string, screen: number) =>
      ends.find((row) => row.day === day && row.screen === screen)?.visits ?? 0
    const days = dates.map((day) => ({
      day,
      started: visits(day, 0),
      submitted: visits(day, SUBMITTED),
    }))
    const early = counted?.early ?? 0
    return {
      figures,
      before,
      steps: stepsFrom(sums, early),
      days,
      early,
      sources: sourcesFrom(figures.visits, visited, submitted),
    }
  }
}

const isWon = () => sql`status in (${listSql(allWords(WON, formerStatuses))})`

const sumColumns = { screen: number, bucket: number, visits: number }
const visitedColumns = { source: text, visits: number }
const submittedColumns = { source: text, submitted: number, contacted: number, won: number }

function stepsFrom(sums: readonly RowOf<typeof sumColumns>[], early: number): readonly FunnelScreen[] {
  const histogram = (screen: number) => {
    const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0)
    for (const row of sums) if (row.screen === screen) counts[row.bucket] = row.visits
    return counts
  }
  const reached = (screen: number) => histogram(screen).reduce((sum, count) => sum + count, 0)
  return screens.map((_, screen) => {
    // Visits are not tracked, so the number that left is the difference to the next screen, or to the submissions.
    const next = screen < LAST ? reached(screen + 1) : reached(SUBMITTED) - early
    return {
      screen,
      reached: reached(screen),
      left: Math.max(0, reached(screen) - next),
      medianSeconds: medianOf(histogram(screen)),
    }
  })
}

/**
 * The sources with the most projects, then with the most visits. All others are combined into one. `started` also counts
 * the visits without a known source.
 */
function sourcesFrom(
  started: number,
  visited: readonly RowOf<typeof visitedColumns>[],
  submitted: readonly RowOf<typeof submittedColumns>[],
): readonly FunnelSource[] {
  const visits = new Map(visited.map((row) => [row.source, row.visits]))
  visits.set(DIRECT, Math.max(0, started - visited.reduce((sum, row) => sum + row.visits, 0)))
  const projects = new Map(submitted.map((row) => [row.source, row]))
  const all = [...new Set([...visits.keys(), ...projects.keys()])].map((source) => ({
    source,
    visits: visits.get(source) ?? 0,
    submitted: projects.get(source)?.submitted ?? 0,
    contacted: projects.get(source)?.contacted ?? 0,
    won: projects.get(source)?.won ?? 0,
  }))
  const sorted = all
    .filter((one) => one.visits + one.submitted > 0)
    .toSorted((a, b) => b.submitted - a.submitted || b.visits - a.visits)
  const named = sorted.filter(({ source }) => source !== OTHER_SOURCES)
  const shown = named.slice(0, MAX_SOURCES)
  const others = sorted.filter((one) => !shown.includes(one))
  return [...shown, ...(others.length > 0 ? [others.reduce(sumOf, NO_OTHERS)] : [])]
}

const NO_OTHERS: FunnelSource = { source: OTHER_SOURCES, visits: 0, submitted: 0, contacted: 0, won: 0 }

const sumOf = (a: FunnelSource, b: FunnelSource): FunnelSource => ({
  ...a,
  visits: a.visits + b.visits,
  submitted: a.submitted + b.submitted,
  contacted: a.contacted + b.contacted,
  won: a.won + b.won,
})

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
