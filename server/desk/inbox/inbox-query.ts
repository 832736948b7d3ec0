import type { Filter } from '../../../desk/api.ts'
import { daysAfter, startOfDay } from '../../../desk/business-hours.ts'
import { searchWords } from '../../../desk/search-words.ts'
import { IS_SUSPICIOUS } from '../../store/sql/project-statements.ts'
import { joinSql, raw, type Statement, sql } from '../../store/sql/sql.ts'
import type { DialectName } from '../../store/sql/sql-database.ts'
import { normalizeAddress } from '../auth/people.ts'
import { seqAt } from './project-index.ts'

/** A part of the list in which projects follow one another by the time they were created. */
export interface Range {
  readonly direction: 'asc' | 'desc'
  readonly waiting?: 0 | 1
  /** The last row of the page before. */
  readonly after?: { readonly seq: number; readonly projectId: string }
}

/** A filter whose search is either words or the e-mail address of a project. */
export interface ResolvedFilter extends Filter {
  readonly emailKey?: string
}

interface QueryOptions {
  readonly dialect: DialectName
  readonly timeZone: string
  readonly select: keyof typeof COLUMNS
}

const COLUMNS = {
  /** All columns but the words, which PostgreSQL stores in the same row. */
  row: `d.seq, d.project_id, d.created_at, d.remodel_type, d.email_key, d.street_key, d.status, d.lost_reason,
    d.assignee, d.assignee_name, d.first_contact_at, d.waited_minutes, d.is_waiting, d.version, d.is_sample`,
  project: 'p.*, d.is_sample',
} as const

/** The projects that a filter finds in a range, in its order. */
export function inboxQuery(
  filter: ResolvedFilter,
  { direction, waiting, after }: Range,
  { dialect, timeZone, select }: QueryOptions,
): Statement {
  const beyond = raw(direction === 'asc' ? '>' : '<')
  const conditions = [
    sql`not ${IS_SUSPICIOUS}`,
    ...given(filter.search, (search) => hasWords(searchWords(search), dialect)),
    ...given(filter.emailKey, hasEmailKey),
    ...given(filter.status, (status) => sql`d.status = ${status}`),
    ...given(filter.who, isAssignedTo),
    ...given(filter.type, (type) => sql`d.remodel_type = ${type}`),
    ...given(filter.source, (source) => sql`d.source = ${source}`),
    ...given(filter.from, (day) => sql`d.seq >= ${seqAt(startOfDay(day, timeZone))}`),
    ...given(filter.to, (day) => sql`d.seq < ${seqAt(startOfDay(daysAfter(day, 1), timeZone))}`),
    // Written out, or the partial index would not be used.
    ...given(waiting, (isWaiting) => raw(`d.is_waiting = ${isWaiting}`)),
    ...given(after, (row) => sql`(d.seq, d.project_id) ${beyond} (${row.seq}, ${row.projectId})`),
  ]
  return sql`select ${raw(COLUMNS[select])} from desk_projects d
    ${raw(select === 'project' ? 'join projects p on p.id = d.project_id' : '')}
    where ${joinSql(conditions, ' and ')}
    order by d.seq ${raw(direction)}, d.project_id ${raw(direction)}`
}

/** Repeats the condition of the partial index, or the index would not be used. */
export const hasEmailKey = (key: string) => sql`d.email_key = ${key} and d.email_key <> ''`

const given = <T>(value: T | undefined, condition: (value: T) => Statement): readonly Statement[] =>
  value === undefined ? [] : [condition(value)]

/** Every word is the beginning of a word in the project. A search such as `!!!` has no word and finds nothing. */
function hasWords(words: readonly string[], dialect: DialectName): Statement {
  if (words.length === 0) return raw('false')
  return dialect === 'postgres'
    ? sql`d.words @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
    : sql`d.seq in (select rowid from desk_search where desk_search match ${words.map((word) => `"${word}"*`).join(' ')})`
}

const isAssignedTo = (who: string) =>
  who === 'nobody' ? raw('d.assignee is null') : sql`d.assignee = ${normalizeAddress(who)}`
