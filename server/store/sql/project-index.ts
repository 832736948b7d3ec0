import { hash } from 'node:crypto'
import { filedWords } from '../../../desk/search-words.ts'
import { asKey, twinKeys } from '../../../desk/twin-keys.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { fieldNamed, fieldNames } from '../../../questionnaire/fields.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { raw, type Statement, sql } from './sql.ts'
import type { DialectName } from './sql-database.ts'

export interface Filing {
  readonly dialect: DialectName
  /** `old`: it was there before the desk, or before its rules of words; nobody is told of it. */
  readonly as: 'new' | 'revised' | 'old' | 'sample'
  readonly now: Date
  /** The answers that are replaced. Whoever knows an id may send others, so what was said first stays to be read. */
  readonly before?: Answers | undefined
}

const PER_MS = 4096
/** In 2037. Later times get one number each instead of 4096, or they would be too large for a number from 2039 on. */
const SPARING_FROM_MS = 2 ** 41 - 2 ** 36

/** The seq of the first project that could have come at a time. */
export function seqAt(time: Date): number {
  const ms = time.getTime()
  return Math.min(ms, SPARING_FROM_MS) * PER_MS + Math.max(ms - SPARING_FROM_MS, 0)
}

/** Files a project for the desk: in the transaction that saves it, so that neither is without the other. */
export function filed(project: Project, { dialect, as, now, before }: Filing): readonly Statement[] {
  const { id, createdAt } = project
  const { came, type, emailKey, streetKey } = keysOf(project)
  const isQuiet = as === 'old' || as === 'sample'
  const version = as === 'revised' ? 1 : 0
  const toldHot = isQuiet ? 1 : 0
  const sample = as === 'sample' ? 1 : 0
  const kind = as === 'revised' ? 'revised' : 'came'
  const otherwise = isQuiet ? RENEW[dialect] : update(dialect)
  const at = now.toISOString()
  const first = before ? JSON.stringify(before) : ''

  if (dialect === 'sqlite') {
    const file = sql`insert into desk_files (seq, project, came_at, type, email_key, street_key, version, told_hot, sample)
      values (${freeSeq(createdAt)}, ${id}, ${came}, ${type}, ${emailKey}, ${streetKey}, ${version}, ${toldHot}, ${sample})
      on conflict (project) do ${otherwise}`
    const event = sql`insert into desk_events (project, version, at, kind, a)
      values (${id}, (select version from desk_files where project = ${id}), ${at}, ${kind}, ${unlessRevised(id, first)})`
    const unread = sql`insert into desk_unread (project, is_new) values (${id}, ${as === 'new' ? 1 : 0}) on conflict (project) do nothing`
    return isQuiet ? [file, unread] : [file, unread, event]
  }

  const { seq, words } = fileOf(project)
  const file = sql`insert into desk_files (seq, project, came_at, type, email_key, street_key, version, told_hot, sample, words)
    values (${seq}, ${id}, ${came}, ${type}, ${emailKey}, ${streetKey}, ${version}, ${toldHot}, ${sample}, array_to_tsvector(string_to_array(${words}, ' ')))
    on conflict (project) do ${otherwise}`
  if (isQuiet) return [file]
  // One trip to the database. The event sees the file as it was before.
  return [
    sql`with filed as (${file} returning version) insert into desk_events (project, version, at, kind, a)
      values (${id}, (select version from filed), ${at}, ${kind}, ${unlessRevised(id, first)})`,
  ]
}

/** A project's file in PostgreSQL, where its words are filed with it. */
export const fileOf = (project: Project) => ({
  ...keysOf(project),
  project: project.id,
  seq: seqAt(project.createdAt) + spread(project.id),
  words: wordsOf(project.answers).join(' '),
})

const keysOf = ({ createdAt, answers }: Project) => ({
  came: createdAt.toISOString(),
  type: asKey(answers.typeOfKitchenRemodel),
  ...twinKeys(answers),
})

/** The first answers are kept with the first edit alone: whoever makes thousands must not fill the store with them. */
const unlessRevised = (id: string, first: string) =>
  sql`case when exists (select 1 from desk_events where project = ${id} and kind = 'revised') then '' else ${first} end`

/** Nothing of an erased project stays but this, which says that it was. */
export const erasedHash = (id: string): string => hash('sha256', `erased ${id}`)

const update = (dialect: DialectName): Statement =>
  raw(`update set type = excluded.type, email_key = excluded.email_key, street_key = excluded.street_key,
    version = desk_files.version + 1${dialect === 'sqlite' ? '' : ', words = excluded.words'}`)

/** What follows from the rules of words, where they are others now; most files stay as they are. */
const RENEW: Readonly<Record<DialectName, Statement>> = {
  sqlite: raw(
    `update set street_key = excluded.street_key where desk_files.street_key <> excluded.street_key`,
  ),
  postgres: raw(`update set street_key = excluded.street_key, words = excluded.words
    where (desk_files.street_key, desk_files.words) is distinct from (excluded.street_key, excluded.words)`),
}

/** SQLite finds words by this number, so it is nobody else's. */
const freeSeq = (createdAt: Date) =>
  sql`(select coalesce(max(seq) + 1, ${seqAt(createdAt)}) from desk_files where seq >= ${seqAt(createdAt)} and seq < ${seqAt(createdAt) + PER_MS})`

const spread = (id: string) => hash('sha256', id, 'buffer').readUInt16BE() % PER_MS

/** Who, where, and what the visitor wrote; not the options that everybody chooses from. */
export function wordsOf(answers: Answers): readonly string[] {
  const own = fieldNames.filter((name) => {
    const field = fieldNamed(name)
    return !('options' in field) || !field.options.includes(answers[name])
  })
  return filedWords(own.map((name) => answers[name]).join(' '))
}
