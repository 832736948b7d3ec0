import type { Filter, Inbox, Summary } from '../../desk/api.ts'
import { type BusinessHours, startOfDay } from '../../desk/business-hours.ts'
import { searchWords } from '../../desk/search-words.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import type { Project } from '../../questionnaire/project.ts'
import { filedAs, seqAt } from '../store/filing.ts'
import { joined, raw, type Statement, sql } from '../store/sql.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import { projectFrom, type SqlRow } from '../store/sql-rows.ts'
import { emailKey } from './people.ts'
import { createSummaries } from './summaries.ts'

const PAGE = 50
const MOST_UNANSWERED = 200
const DAY_MS = 24 * 3600_000

/** What the desk sees first: one page of projects, found by index however many there are. */
export function createInbox(db: SqlDatabase, hours: BusinessHours) {
  const summarised = createSummaries(db, hours)
  const dialect = db.dialect

  async function rowsOf(filter: Filter, range: Range, limit: number): Promise<readonly SqlRow[]> {
    const found = filesFor(filter, range, { dialect, timeZone: hours.timeZone })
    return db.all(sql`${found} limit ${limit}`)
  }

  return {
    async page(filter: Filter, now: Date): Promise<Inbox> {
      const rows: SqlRow[] = []
      const ranges = rangesOf(filter)
      for (const range of ranges) {
        if (rows.length <= PAGE) rows.push(...(await rowsOf(filter, range, PAGE + 1 - rows.length)))
      }
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      return {
        projects: await summarised(shown, now),
        next: rows.length > PAGE && last ? cursorOf(last, filter.sort === 'waiting') : null,
      }
    },
    /** The longest waiting first. */
    async unanswered(now: Date): Promise<readonly Summary[]> {
      const files = sql`select f.* from desk_files f where f.waiting = 1 order by f.seq limit ${MOST_UNANSWERED}`
      return summarised(await db.all(files), now)
    },
    /** Everything that a filter finds, as one state of the store; for the export. */
    async *projects({ cursor: _, sort, ...filter }: Filter): AsyncGenerator<Project> {
      const range: Range = { direction: sort === 'newest' || sort === undefined ? 'desc' : 'asc' }
      const found = filesFor(filter, range, { dialect, timeZone: hours.timeZone, whole: true })
      for await (const row of db.stream(found)) yield projectFrom(row)
    },
  }
}

/** A stretch of the list in which files follow one another by the time they came. */
interface Range {
  readonly direction: 'asc' | 'desc'
  readonly waiting?: 0 | 1
  readonly after?: { readonly seq: number; readonly project: string }
}

/** By waiting: first those that wait, then the others, each the oldest first. */
function rangesOf({ sort = 'newest', status, cursor }: Filter): readonly Range[] {
  const [, part = '', seq = '', project = ''] = /^([wo]?)(\d+)\.(.+)$/.exec(cursor ?? '') ?? []
  const after = cursor ? { after: { seq: Number(seq), project } } : {}
  if (sort !== 'waiting') return [{ direction: sort === 'oldest' ? 'asc' : 'desc', ...after }]
  const others: Range = { direction: 'asc', waiting: 0 }
  if (part === 'o') return [{ ...others, ...after }]
  // Nothing but a New one waits.
  if (status !== undefined && status !== 'New') return [others]
  return [{ direction: 'asc', waiting: 1, ...after }, others]
}

const cursorOf = (row: SqlRow, byWaiting: boolean): string =>
  `${byWaiting ? (Number(row.waiting) === 1 ? 'w' : 'o') : ''}${Number(row.seq)}.${String(row.project)}`

function filesFor(
  filter: Filter,
  { direction, waiting, after }: Range,
  {
    dialect,
    timeZone,
    whole = false,
  }: { dialect: SqlDatabase['dialect']; timeZone: string; whole?: boolean },
): Statement {
  const words = filter.search === undefined ? [] : searchWords(filter.search)
  const isFts = words.length > 0 && dialect === 'sqlite'
  // In SQLite the index of words hands out its finds in this order; sorting them afterwards takes long.
  const seq = raw(isFts ? 's.rowid' : 'f.seq')
  const beyond = raw(direction === 'asc' ? '>' : '<')
  const conditions = [
    ...(words.length > 0 ? matching(words, dialect) : []),
    // Words were asked for, and none can be found: `!!!`.
    ...(filter.search !== undefined && words.length === 0 && filter.search.trim() !== ''
      ? [raw('1 = 0')]
      : []),
    ...(filter.status === undefined ? [] : [sql`f.status = ${filter.status}`]),
    ...(filter.who === undefined ? [] : [assignedTo(filter.who)]),
    ...(filter.type === undefined ? [] : [sql`f.type = ${filter.type}`]),
    ...(filter.from === undefined ? [] : [sql`${seq} >= ${seqAt(startOfDay(filter.from, timeZone))}`]),
    ...(filter.to === undefined ? [] : [sql`${seq} < ${seqAt(startOfDay(dayAfter(filter.to), timeZone))}`]),
    ...(waiting === undefined ? [] : [sql`f.waiting = ${raw(String(waiting))}`]),
    ...(after ? [pastRow(seq, beyond, after, isFts)] : []),
  ]
  const from = raw(isFts ? 'desk_search s cross join desk_files f on f.seq = s.rowid' : 'desk_files f')
  const projects = raw(whole ? 'join projects p on p.id = f.project' : '')
  const where = conditions.length > 0 ? sql`where ${joined(conditions, ' and ')}` : raw('')
  const order = raw(isFts ? `s.rowid ${direction}` : `f.seq ${direction}, f.project ${direction}`)
  return sql`select ${raw(whole ? 'p.*' : COLUMNS)} from ${from} ${projects} ${where} order by ${order}`
}

function matching(words: readonly string[], dialect: SqlDatabase['dialect']): readonly Statement[] {
  if (dialect === 'postgres')
    return [sql`f.words @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`]
  const long = words.filter((word) => filedAs(word) !== word)
  return [
    sql`s.desk_search match ${words.map((word) => `"${filedAs(word)}"*`).join(' AND ')}`,
    ...(long.length === 0
      ? []
      : [
          sql`has_words((select ${raw(WHOLE_TEXT)} from projects w where w.id = f.project), ${long.join(' ')})`,
        ]),
  ]
}

const WHOLE_TEXT = fieldNames.map((name) => `w."${name}"`).join(" || ' ' || ")

const COLUMNS = ['seq', 'project', 'came_at', 'type', 'email_key', 'street_key', 'status', 'lost_reason']
  .concat('assignee', 'assignee_name', 'contacted_at', 'waited', 'waiting', 'version', 'sample')
  .map((name) => `f.${name}`)
  .join(', ')

const pastRow = (
  seq: Statement,
  beyond: Statement,
  after: { seq: number; project: string },
  isUnique: boolean,
) =>
  isUnique
    ? sql`${seq} ${beyond} ${after.seq}`
    : sql`(f.seq, f.project) ${beyond} (${after.seq}, ${after.project})`

const assignedTo = (who: string) =>
  who === 'nobody' ? raw('f.assignee is null') : sql`f.assignee = ${emailKey(who)}`

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
