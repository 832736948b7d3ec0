import type { Filter, Inbox, Summary } from '../../../desk/api.ts'
import type { BusinessHours } from '../../../desk/business-hours.ts'
import { MAX_UNANSWERED } from '../../../desk/limits.ts'
import { searchWords } from '../../../desk/search-words.ts'
import { NEW } from '../../../desk/status.ts'
import { householdEmailKey } from '../../../desk/twin-keys.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { isSample, projectFrom } from '../../store/sql/rows.ts'
import { joined, raw, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { type Asked, COLUMNS, filesFor, hasAddress, matching, type Range } from './inbox-query.ts'
import { createSummaries } from './summaries.ts'
import type { WordIndex } from './word-index.ts'

const PAGE = 50
/** Rows in which a common word of a search is looked for before all of its finds are gathered. */
const LOOKED_AT = 6000
/** Gathering the finds of two common words takes longer than looking at so many rows. */
const MOST_LOOKED_AT = 30_000
/** Of so many rows, a word that is in so many narrows nothing, and is compared once the others have. */
const SAMPLE = 300
const COMMON = 150

/** What the desk sees first: one page of projects, found by index however many there are. */
export function createInbox(db: SqlDatabase, hours: BusinessHours, wordIndex: WordIndex) {
  const summarised = createSummaries(db, hours)
  const dialect = db.dialect

  /** Who types a whole address wants whoever has it; where nobody has, its words are looked for. */
  async function asked({ search = '', ...others }: Filter): Promise<Asked> {
    const emailKey = householdEmailKey(search)
    const isTheirs =
      emailKey.includes('@') &&
      (await db.all(sql`select 1 from desk_files f where ${hasAddress(emailKey)} limit 1`)).length > 0
    return isTheirs ? { ...others, emailKey } : { ...others, search }
  }

  async function rowsOf(filter: Asked, range: Range, limit: number): Promise<readonly SqlRow[]> {
    const words = searchWords(filter.search ?? '')
    const terms = { dialect, timeZone: hours.timeZone }
    if (words.length === 0 || dialect === 'sqlite')
      return db.all(sql`${filesFor(filter, range, terms)} limit ${limit}`)
    // PostgreSQL guesses how common a word is, and a wrong guess reads the whole table. So it is told: look
    // at the next few for a common word, and when that does not fill the page, gather the finds of a rare one.
    const { search: _, ...others } = filter
    const some = filesFor(others, range, { ...terms, select: 'files with words' })
    const [match = raw('true')] = matching(words, dialect)
    const order = raw(`order by f.seq ${range.direction}, f.project ${range.direction}`)
    const amongNext = (count: number) =>
      db.all(
        sql`select ${raw(COLUMNS)} from (${some} limit ${count}) f where ${match} ${order} limit ${limit}`,
      )
    const near = await amongNext(LOOKED_AT)
    if (near.length >= limit) return near
    // So many rows should do, by what the first ones had.
    const enough = Math.ceil((1.5 * LOOKED_AT * limit) / near.length)
    if (enough <= MOST_LOOKED_AT) {
      const further = await amongNext(enough)
      if (further.length >= limit) return further
    }
    const rare = (await rareOf(words)).join(' ')
    const gathered = filesFor({ ...others, search: rare }, range, {
      ...terms,
      select: 'files with words',
      unsorted: true,
    })
    return db.all(sql`with f as materialized (${gathered})
      select ${raw(COLUMNS)} from f where ${match} ${order} limit ${limit}`)
  }

  /** The words that not everybody has, such as the `com` of an address; all, where each is common. */
  async function rareOf(words: readonly string[]): Promise<readonly string[]> {
    if (words.length === 1) return words
    const counts = words.map(
      (word, index) =>
        sql`count(*) filter (where ${joined(matching([word], dialect), '')}) as ${raw(`n${index}`)}`,
    )
    const [found = {}] = await db.all(sql`select ${joined(counts, ', ')}
      from (select words from desk_files order by seq desc limit ${SAMPLE}) f`)
    const rare = words.filter((_, index) => Number(found[`n${index}`]) < COMMON)
    return rare.length > 0 ? rare : words
  }

  return {
    async page(filter: Filter, now: Date): Promise<Inbox> {
      if (filter.search) await wordIndex.catchUp()
      const rows: SqlRow[] = []
      const wanted = await asked(filter)
      const ranges = rangesOf(filter)
      for (const range of ranges) {
        if (rows.length <= PAGE) rows.push(...(await rowsOf(wanted, range, PAGE + 1 - rows.length)))
      }
      const shown = rows.slice(0, PAGE)
      const last = shown.at(-1)
      return {
        projects: await summarised(shown, now),
        next: rows.length > PAGE && last ? cursorOf(last, filter.sort === 'waiting') : null,
      }
    },
    /** The longest waiting first, as many as are listed; below them samples, which would hide homeowners. */
    async unanswered(now: Date): Promise<readonly Summary[]> {
      const waiting = (sample: 0 | 1) => sql`select ${raw(COLUMNS)} from desk_files f
        where f.waiting = 1 and f.sample = ${sample} order by f.seq limit ${MAX_UNANSWERED}`
      const files = [...(await db.all(waiting(0))), ...(await db.all(waiting(1)))]
      return summarised(files.slice(0, MAX_UNANSWERED), now)
    },
    /** Everything but samples that a filter finds, as one state of the store; for the export. */
    async *projects({ cursor: _, sort, ...filter }: Filter): AsyncGenerator<Project> {
      if (filter.search) await wordIndex.catchUp()
      const range: Range = { direction: sort === 'newest' || sort === undefined ? 'desc' : 'asc' }
      const found = filesFor(await asked(filter), range, {
        dialect,
        timeZone: hours.timeZone,
        select: 'projects',
      })
      for await (const row of db.stream(found)) if (!isSample(row)) yield projectFrom(row)
    },
  }
}

/** By waiting: first those that wait, then the others, each the oldest first. */
function rangesOf({ sort = 'newest', status, cursor }: Filter): readonly Range[] {
  const [, part = '', seq = '', project = ''] = /^([wo]?)(\d+)\.(.+)$/.exec(cursor ?? '') ?? []
  const after = cursor ? { after: { seq: Number(seq), project } } : {}
  if (sort !== 'waiting') return [{ direction: sort === 'oldest' ? 'asc' : 'desc', ...after }]
  const others: Range = { direction: 'asc', waiting: 0 }
  if (part === 'o') return [{ ...others, ...after }]
  // Nothing but a New one waits.
  if (status !== undefined && status !== NEW) return [others]
  return [{ direction: 'asc', waiting: 1, ...after }, others]
}

/** The last row of a page; by waiting, with `w` or `o` for its part of the list: those that wait, or the others. */
const cursorOf = (row: SqlRow, byWaiting: boolean): string =>
  `${byWaiting ? (Number(row.waiting) === 1 ? 'w' : 'o') : ''}${Number(row.seq)}.${String(row.project)}`
