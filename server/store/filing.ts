import { createHash } from 'node:crypto'
import { searchWords } from '../../desk/search-words.ts'
import { twinKeys } from '../../desk/twin-keys.ts'
import type { Answers } from '../../questionnaire/answers.ts'
import { fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import type { Project } from '../../questionnaire/project.ts'
import { raw, type Statement, sql } from './sql.ts'
import type { DialectName } from './sql-database.ts'

export interface Filing {
  readonly dialect: DialectName
  /** `old`: it was there before the desk was; nobody is told of it, and a file that is there stays. */
  readonly as: 'new' | 'revised' | 'old' | 'sample'
  readonly now: Date
}

const PER_MS = 4096

/** The seq of the first project that could have come at a time. */
export const seqAt = (time: Date): number => time.getTime() * PER_MS

/** Files a project for the desk: in the transaction that saves it, so that neither is without the other. */
export function filed(
  { id, createdAt, answers }: Project,
  { dialect, as, now }: Filing,
): readonly Statement[] {
  const { emailKey, streetKey } = twinKeys(answers)
  const words = wordsOf(answers)
    .map((word) => (dialect === 'sqlite' ? filedAs(word) : word))
    .join(' ')
  const seq = dialect === 'sqlite' ? freeSeq(createdAt) : sql`${seqAt(createdAt) + spread(id)}`
  const isQuiet = as === 'old' || as === 'sample'
  const file = sql`insert into desk_files (seq, project, came_at, type, email_key, street_key, version, told_hot, sample${raw(
    dialect === 'sqlite' ? '' : ', words',
  )}) values (${seq}, ${id}, ${createdAt.toISOString()}, ${answers.typeOfKitchenRemodel}, ${emailKey}, ${streetKey}, ${
    as === 'revised' ? 1 : 0
  }, ${isQuiet ? 1 : 0}, ${as === 'sample' ? 1 : 0}${dialect === 'sqlite' ? raw('') : sql`, array_to_tsvector(string_to_array(${words}, ' '))`})
  on conflict (project) do ${isQuiet ? raw('nothing') : update(dialect)}`
  const event = sql`insert into desk_events (project, version, at, kind) values (${id}, coalesce((select version from desk_files where project = ${id}), 0), ${now.toISOString()}, ${as === 'revised' ? 'revised' : 'came'})`
  if (dialect === 'postgres') {
    if (isQuiet) return [file]
    // One trip to the database. The event sees the file as it was before.
    const version = sql`(select version from filed)`
    return [
      sql`with filed as (${file} returning version) insert into desk_events (project, version, at, kind) values (${id}, ${version}, ${now.toISOString()}, ${as === 'revised' ? 'revised' : 'came'})`,
    ]
  }
  const place = sql`(select seq from desk_files where project = ${id})`
  return [
    file,
    ...(as === 'new' ? [] : [sql`delete from desk_search where rowid = ${place}`]),
    sql`insert into desk_search (rowid, words) values (${place}, ${words})`,
    ...(isQuiet ? [] : [event]),
  ]
}

/** In code points; desk-tables.ts has an index of each shorter beginning. */
const LONGEST_FILED = 8

/** What finds a word, or the beginning of one, as it is filed. */
export const foundBy = (word: string): string =>
  [...word].length < LONGEST_FILED ? `"${word}"*` : `"${filedAs(word)}"`

/** SQLite finds beginnings of words quickly only up to a length; what goes beyond is looked at in the text. */
export const filedAs = (word: string): string => [...word].slice(0, LONGEST_FILED).join('')

/** Nothing of an erased project stays but this, which says that it was. */
export const erasedHash = (id: string): string => createHash('sha256').update(`erased ${id}`).digest('hex')

const update = (dialect: DialectName): Statement =>
  raw(`update set type = excluded.type, email_key = excluded.email_key, street_key = excluded.street_key,
    version = desk_files.version + 1${dialect === 'sqlite' ? '' : ', words = excluded.words'}`)

/** SQLite finds words by this number, so it is nobody else's. */
const freeSeq = (createdAt: Date) =>
  sql`(select coalesce(max(seq) + 1, ${seqAt(createdAt)}) from desk_files where seq >= ${seqAt(createdAt)} and seq < ${seqAt(createdAt) + PER_MS})`

const spread = (id: string) => createHash('sha256').update(id).digest().readUInt16BE() % PER_MS

/** Who, where, and what the visitor wrote; not the options that everybody chooses from. */
function wordsOf(answers: Answers): readonly string[] {
  const own = fieldNames.filter((name) => {
    const field = fieldNamed(name)
    return !('options' in field) || !field.options.includes(answers[name])
  })
  return searchWords(own.map((name) => answers[name]).join(' '))
}
