import type { Inbox, Summary } from '../../../desk/api.ts'
import type { Filter } from '../../../desk/filters.ts'
import { MAX_UNANSWERED } from '../../../desk/limits.ts'
import { NEW } from '../../../desk/status.ts'
import type { CurrentSettings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { householdEmailKey } from '../../db/household-keys.ts'
import { type ExportedProject, IS_SUSPICIOUS, IS_TEST, selectExported } from '../../db/project-statements.ts'
import { query, text } from '../../db/rows.ts'
import { listSql, sql } from '../../db/sql.ts'
import { withoutSamples } from '../../projects/export-projects.ts'
import { countSuspicious } from '../../projects/suspicious.ts'
import {
  hasEmailKey,
  type InboxRow,
  type Range,
  type ResolvedFilter,
  selectInboxRows,
  whereFound,
} from './inbox-query.ts'
import { createSummaries } from './summaries.ts'

const PAGE = 50
/** How many sources the inbox filter offers and the funnel lists. The funnel combines the rest. */
export const MAX_SOURCES = 20
/** How many of the newest projects are read to list the sources for the filter. */
const SOURCES_READ = 5000

/** The list of projects: a page at a time, or all of it for the export. */
export function createInbox(db: Database, settings: CurrentSettings) {
  const summarize = createSummaries(db, settings)
  const options = () => ({ dialect: db.dialect, timeZone: settings().businessHours.timeZone })

  /** If the search is a complete email address of a project, match it exactly; otherwise search by words. */
  async function resolve({ search, ...others }: Filter): Promise<ResolvedFilter> {
    const emailKey = householdEmailKey(search ?? '')
    const known = query(sql`select 1 from desk_projects d where ${hasEmailKey(emailKey)} limit 1`, {})
    if (emailKey.includes('@') && (await db.all(known)).length > 0) return { ...others, emailKey }
    return search?.trim() ? { ...others, search } : others
  }

  return {
    async page(filter: Filter, now: Date): Promise<Inbox> {
      const resolved = await resolve(filter)
      const rows: InboxRow[] = []
      for (const range of rangesOf(filter)) {
        if (rows.length > PAGE) break
        const found = whereFound(resolved, range, options())
        rows.push(...(await db.all(selectInboxRows(sql`${found} limit ${PAGE + 1 - rows.length}`))))
      }
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      return {
        projects: await summarize(shown, now),
        next: rows.length > PAGE && last ? cursorOf(last, filter.sort === 'waiting') : null,
        suspicious: await countSuspicious(db),
      }
    },
    /** Without those that were erased. */
    async rows(ids: readonly string[], now: Date): Promise<readonly Summary[]> {
      return ids.length > 0
        ? summarize(await db.all(selectInboxRows(sql`where d.project_id in (${listSql(ids)})`)), now)
        : []
    },
    /** Those that have waited longest come first, without tests. Samples come last: they never push out a homeowner. */
    async unanswered(now: Date): Promise<readonly Summary[]> {
      const waiting = sql`where d.is_waiting = 1 and not ${IS_SUSPICIOUS} and not (d.is_sample = 1 and ${IS_TEST})
        order by d.is_sample, d.seq limit ${MAX_UNANSWERED}`
      return summarize(await db.all(selectInboxRows(waiting)), now)
    },
    /** The names to filter by: those of the latest projects, the most frequent first. */
    async sources(): Promise<readonly string[]> {
      const select = sql`select source from (
          select source from desk_projects where not ${IS_SUSPICIOUS} order by seq desc limit ${SOURCES_READ}) latest
        group by source order by count(*) desc, source limit ${MAX_SOURCES}`
      return (await db.all(query(select, { source: text }))).map(({ source }) => source)
    },
    /** Everything that a filter finds except samples and tests, as one state of the database. */
    async *projects({ cursor: _, sort, ...filter }: Filter): AsyncGenerator<ExportedProject> {
      const range: Range = { direction: sort === 'newest' || sort === undefined ? 'desc' : 'asc' }
      const found = whereFound(await resolve(filter), range, options())
      const from = sql`desk_projects d join projects p on p.id = d.project_id ${found}`
      yield* withoutSamples(db.stream(selectExported(db.dialect, from)))
    },
  }
}

/** Sorted by waiting, those that wait come first and then the others, each oldest first. */
function rangesOf({ sort = 'newest', status, cursor }: Filter): readonly Range[] {
  const [, part = '', seq = '', projectId = ''] = /^([wo]?)(\d+)\.(.+)$/.exec(cursor ?? '') ?? []
  const after = cursor ? { after: { seq: Number(seq), projectId } } : {}
  if (sort !== 'waiting') return [{ direction: sort === 'oldest' ? 'asc' : 'desc', ...after }]
  const others: Range = { direction: 'asc', waiting: 0 }
  if (part === 'o') return [{ ...others, ...after }]
  // Only projects with the status New wait.
  if (status !== undefined && status !== NEW) return [others]
  return [{ direction: 'asc', waiting: 1, ...after }, others]
}

/** The last row of a page. Sorted by waiting, `w` or `o` says whether it is among those that wait or the others. */
const cursorOf = ({ isWaiting, seq, projectId }: InboxRow, byWaiting: boolean): string =>
  `${byWaiting ? (isWaiting ? 'w' : 'o') : ''}${seq}.${projectId}`
