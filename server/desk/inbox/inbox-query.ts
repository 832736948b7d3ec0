import { daysAfter, startOfDay } from '../../../desk/days.ts'
import type { Filter } from '../../../desk/filters.ts'
import { formerStatuses } from '../../../desk/status.ts'
import { formerRemodelTypes } from '../../../questionnaire/business.ts'
import { allWords } from '../../../questionnaire/former-words.ts'
import type { DialectName } from '../../db/database.ts'
import { asKey } from '../../db/household-keys.ts'
import { currentStatus, IS_SUSPICIOUS, seqAt } from '../../db/project-statements.ts'
import { flag, namesIn, number, orNull, type Query, query, type RowOf, text } from '../../db/rows.ts'
import { searchWords } from '../../db/search-words.ts'
import { joinSql, listSql, raw, type Statement, sql } from '../../db/sql.ts'
import { normalizeAddress } from '../../staff/people.ts'

/** The columns of desk_projects that the desk reads: all but the words, which PostgreSQL stores in the same row. */
const inboxColumns = {
  seq: number,
  projectId: text,
  createdAt: text,
  emailKey: text,
  streetKey: text,
  status: currentStatus,
  lostReason: text,
  assignee: orNull(text),
  assigneeName: orNull(text),
  firstContactAt: orNull(text),
  waitedMinutes: orNull(number),
  isWaiting: flag,
  version: number,
  isSample: flag,
}
export type InboxRow = RowOf<typeof inboxColumns>

/** `end` follows `desk_projects d`. */
export const selectInboxRows = (end: Statement): Query<InboxRow> =>
  query(sql`select ${ROW} from desk_projects d ${end}`, inboxColumns)

export const selectInboxRow = (id: string) => selectInboxRows(sql`where d.project_id = ${id}`)

/** A part of the list in which projects follow one another by the time they were created. */
export interface Range {
  readonly direction: 'asc' | 'desc'
  readonly waiting?: 0 | 1
  /** The last row of the page before. */
  readonly after?: { readonly seq: number; readonly projectId: string }
}

/** A filter whose search is either words or the email address of a project. */
export interface ResolvedFilter extends Filter {
  readonly emailKey?: string
}

interface QueryOptions {
  readonly dialect: DialectName
  readonly timeZone: string
}

/** The present name of the assignee. A removed person has the name that they had then. */
const ASSIGNEE_NAME = `coalesce((select name from desk_people m where m.email = d.assignee), d.assignee_name)
  as assignee_name`

const ROW = raw(namesIn(inboxColumns, 'd').replace('d.assignee_name', ASSIGNEE_NAME))

/** What each part of a filter demands of a project. */
const conditions: {
  readonly [Name in Exclude<keyof ResolvedFilter, 'sort' | 'cursor'>]: (
    value: string,
    options: QueryOptions,
  ) => Statement
} = {
  search: (search, { dialect }) => hasWords(searchWords(search), dialect),
  emailKey: (key) => hasEmailKey(key),
  status: (wanted) => sql`d.status in (${listSql(allWords(wanted, formerStatuses))})`,
  who: (who) => (who === 'nobody' ? raw('d.assignee is null') : sql`d.assignee = ${normalizeAddress(who)}`),
  type: (type) => sql`d.remodel_type in (${listSql(allWords(type, formerRemodelTypes).map(asKey))})`,
  source: (source) => sql`d.source = ${source}`,
  from: (day, { timeZone }) => sql`d.seq >= ${seqAt(startOfDay(day, timeZone))}`,
  to: (day, { timeZone }) => sql`d.seq < ${seqAt(startOfDay(daysAfter(day, 1), timeZone))}`,
}

/** The end of a statement about `desk_projects d`: the projects that a filter finds in a range, in its order. */
export function whereFound(
  { sort: _, cursor: __, ...filter }: ResolvedFilter,
  { direction, waiting, after }: Range,
  options: QueryOptions,
): Statement {
  const beyond = raw(direction === 'asc' ? '>' : '<')
  const found = [
    sql`not ${IS_SUSPICIOUS}`,
    ...partsOf(filter).map((name) => conditions[name](filter[name] ?? '', options)),
    // Written out, or the partial index would not be used.
    ...(waiting === undefined ? [] : [raw(`d.is_waiting = ${waiting}`)]),
    ...(after ? [sql`(d.seq, d.project_id) ${beyond} (${after.seq}, ${after.projectId})`] : []),
  ]
  return sql`where ${joinSql(found, ' and ')}
    order by d.seq ${raw(direction)}, d.project_id ${raw(direction)}`
}

// The type of Object.keys is string[].
const partsOf = <F extends object>(filter: F) => Object.keys(filter) as (keyof F)[]

/** Repeats the condition of the partial index, or the index would not be used. */
export const hasEmailKey = (key: string) => sql`d.email_key = ${key} and d.email_key <> ''`

/** Every word is the beginning of a word in the project. A search such as `!!!` has no word and finds nothing. */
function hasWords(words: readonly string[], dialect: DialectName): Statement {
  if (words.length === 0) return raw('false')
  return dialect === 'postgres'
    ? sql`d.words @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})`
    : sql`d.seq in (select rowid from desk_search where desk_search match ${words.map((word) => `"${word}"*`).join(' ')})`
}
