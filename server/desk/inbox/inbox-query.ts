import type { Filter, Person } from '../../../desk/api.ts'
import { daysAfter, startOfDay } from '../../../desk/days.ts'
import type { DialectName } from '../../db/database.ts'
import { IS_SUSPICIOUS, seqAt } from '../../db/project-statements.ts'
import { flag, number, orNull, type Query, query, type RowOf, text } from '../../db/rows.ts'
import { searchWords } from '../../db/search-words.ts'
import { joinSql, listSql, raw, type Statement, sql } from '../../db/sql.ts'
import { normalizeAddress } from '../../staff/people.ts'

/** The columns of desk_projects that the desk reads: all but the words, which PostgreSQL stores in the same row. */
export const inboxColumns = {
  seq: number,
  project_id: text,
  created_at: text,
  email_key: text,
  street_key: text,
  status: text,
  lost_reason: text,
  assignee: orNull(text),
  assignee_name: orNull(text),
  first_contact_at: orNull(text),
  waited_minutes: orNull(number),
  is_waiting: flag,
  version: number,
  is_sample: flag,
}
export type InboxRow = RowOf<typeof inboxColumns>

export const selectInboxRow = (id: string): Query<InboxRow> => selectInboxRows([id])

export const selectInboxRows = (ids: readonly string[]): Query<InboxRow> =>
  query(
    sql`select ${raw(COLUMNS.row)} from desk_projects d where project_id in (${listSql(ids)})`,
    inboxColumns,
  )

export const assigneeOf = ({ assignee, assignee_name }: InboxRow): Person | null =>
  assignee === null ? null : { email: assignee, name: assignee_name ?? assignee }

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

/** The present name of the assignee. A removed person has the name that they had then. */
const ASSIGNEE_NAME = `coalesce((select name from desk_people m where m.email = d.assignee), d.assignee_name)
  as assignee_name`

const COLUMNS = {
  row: Object.keys(inboxColumns)
    .map((name) => (name === 'assignee_name' ? ASSIGNEE_NAME : `d.${name}`))
    .join(', '),
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
