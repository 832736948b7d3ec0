import type { Filter } from '../../../desk/api.ts'
import { daysAfter, startOfDay } from '../../../desk/business-hours.ts'
import { searchWords } from '../../../desk/search-words.ts'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { seqAt } from '../../store/sql/project-index.ts'
import { joined, raw, type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { foundBy, isFiledInPart } from '../../store/sql/sqlite-words.ts'
import { memberKey } from '../auth/people.ts'

/** A stretch of the list in which files follow one another by the time they came. */
export interface Range {
  readonly direction: 'asc' | 'desc'
  readonly waiting?: 0 | 1
  readonly after?: { readonly seq: number; readonly project: string }
}

/** A filter, once it is known whether the text that is searched for is somebody's e-mail address. */
export interface Asked extends Filter {
  /** Looked up as a whole, since its words, such as `com`, are everybody's. */
  readonly emailKey?: string
}

interface Terms {
  readonly dialect: SqlDatabase['dialect']
  readonly timeZone: string
  /** The files; those with the searched words, where they are a column; or the projects, and which are samples. */
  readonly select?: keyof typeof SELECTED
  readonly unsorted?: boolean
}

/** The files that a filter finds in a range, in its order and without an end. */
export function filesFor(
  filter: Asked,
  { direction, waiting, after }: Range,
  { dialect, timeZone, select = 'files', unsorted = false }: Terms,
): Statement {
  const words = filter.search === undefined ? [] : searchWords(filter.search)
  const isFts = words.length > 0 && dialect === 'sqlite'
  // In SQLite the index of words hands out its finds in this order; sorting them afterwards takes long.
  const seq = raw(isFts ? 's.rowid' : 'f.seq')
  const beyond = raw(direction === 'asc' ? '>' : '<')
  const conditions = [
    ...(words.length > 0 ? matching(words, dialect) : []),
    // Words were asked for, and none can be found: `!!!`.
    ...(words.length === 0 && filter.search?.trim() ? [raw('1 = 0')] : []),
    ...given(filter.emailKey, hasAddress),
    ...given(filter.status, (status) => sql`f.status = ${status}`),
    ...given(filter.who, assignedTo),
    ...given(filter.type, (type) => sql`f.type = ${type}`),
    ...given(filter.from, (day) => sql`${seq} >= ${seqAt(startOfDay(day, timeZone))}`),
    ...given(filter.to, (day) => sql`${seq} < ${seqAt(startOfDay(daysAfter(day, 1), timeZone))}`),
    ...given(waiting, (isWaiting) => sql`f.waiting = ${raw(String(isWaiting))}`),
    ...given(after, (row) => pastRow(seq, beyond, row, isFts)),
  ]
  const from = raw(isFts ? 'desk_search s cross join desk_files f on f.seq = s.rowid' : 'desk_files f')
  const projects = raw(select === 'projects' ? 'join projects p on p.id = f.project' : '')
  const where = conditions.length > 0 ? sql`where ${joined(conditions, ' and ')}` : raw('')
  const order = raw(isFts ? `s.rowid ${direction}` : `f.seq ${direction}, f.project ${direction}`)
  const sorted = unsorted ? raw('') : sql`order by ${order}`
  return sql`select ${raw(SELECTED[select])} from ${from} ${projects} ${where} ${sorted}`
}

const given = <T>(value: T | undefined, condition: (value: T) => Statement): readonly Statement[] =>
  value === undefined ? [] : [condition(value)]

export function matching(words: readonly string[], dialect: SqlDatabase['dialect']): readonly Statement[] {
  // Not `to_tsquery`, which takes `1e5x` for a number and a letter: words are filed as they are.
  if (dialect === 'postgres')
    return [sql`f.words @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`]
  const unsure = words.filter(isFiledInPart)
  return [
    sql`s.desk_search match ${words.map(foundBy).join(' AND ')}`,
    ...(unsure.length === 0
      ? []
      : [
          sql`has_words((select ${raw(WHOLE_TEXT)} from projects w where w.id = f.project), ${unsure.join(' ')})`,
        ]),
  ]
}

const WHOLE_TEXT = fieldNames.map((name) => `w."${name}"`).join(" || ' ' || ")

/** What a list needs of a file: not its words, which PostgreSQL has there too, and which are much to read. */
export const COLUMNS = `f.seq, f.project, f.came_at, f.type, f.email_key, f.street_key, f.status, f.lost_reason,
  f.assignee, f.assignee_name, f.contacted_at, f.waited, f.waiting, f.version, f.sample`

const SELECTED = {
  files: COLUMNS,
  'files with words': `${COLUMNS}, f.words`,
  projects: 'p.*, f.sample as is_sample',
} as const

const pastRow = (
  seq: Statement,
  beyond: Statement,
  after: { seq: number; project: string },
  isUnique: boolean,
) =>
  isUnique
    ? sql`${seq} ${beyond} ${after.seq}`
    : sql`(f.seq, f.project) ${beyond} (${after.seq}, ${after.project})`

/** The second half is what makes the index of addresses fit. */
export const hasAddress = (key: string) => sql`f.email_key = ${key} and f.email_key <> ''`

const assignedTo = (who: string) =>
  who === 'nobody' ? raw('f.assignee is null') : sql`f.assignee = ${memberKey(who)}`
