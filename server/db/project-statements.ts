import { hash } from 'node:crypto'
import { formerStatuses } from '../../desk/status.ts'
import { type Answers, currentAnswer } from '../../questionnaire/answers.ts'
import { type FieldName, fieldNamed, fieldNames } from '../../questionnaire/fields.ts'
import { currentWords } from '../../questionnaire/former-words.ts'
import type { Project } from '../../questionnaire/project.ts'
import { sourceFrom, sourceName } from '../../questionnaire/source.ts'
import type { DialectName } from './database.ts'
import { asKey, householdKeys } from './household-keys.ts'
import {
  flag,
  json,
  namesIn,
  number,
  orNull,
  type Query,
  queryAs,
  type RawRow,
  type Reader,
  type RowOf,
  readRow,
  text,
  time,
} from './rows.ts'
import { projectColumns } from './schema.ts'
import { searchText } from './search-words.ts'
import { listSql, raw, type Statement, sql } from './sql.ts'

// The statements that save, read and remove a project: its row, its row for the inbox, and its words for the search.
// Both databases understand them. Times are passed as ISO text.

/** A project with what the business does not see of it. */
export interface StoredProject extends Project {
  /** 1 for the first answers, one more for each later change. */
  readonly revision: number
  /** Answers to questions that this questionnaire does not ask, from a page of another version. */
  readonly extraAnswers: Readonly<Record<string, string>>
  /** True until the visitor presses Submit, if the page sent the answers before. */
  readonly sentEarly: boolean
  /** Submitted by a page that the desk opened to try the guide. */
  readonly isTest: boolean
  /** Why the project is suspicious, in plain words; empty if it is not, or was released. */
  readonly suspicion: string
  /** When the email about the latest update is or was due; null without a revision. */
  readonly updateLeavesAt: Date | null
  /** Hash of its write key; empty if the page sent none. */
  readonly writeKeyHash: string
  /** The id of the price list that its page showed. Empty means the default prices, from before prices could be changed. */
  readonly priceList: string
}

/** What a project is stored with at first, unless its page or its store says more. */
export const firstRevision = {
  revision: 1,
  extraAnswers: {},
  sentEarly: false,
  isTest: false,
  suspicion: '',
  updateLeavesAt: null,
  writeKeyHash: '',
  priceList: '',
} as const satisfies Partial<StoredProject>

const quoted = (names: readonly string[]) => raw(names.map((name) => `"${name}"`).join(', '))
const overwrite = (names: readonly string[]) =>
  raw(names.map((name) => `"${name}" = excluded."${name}"`).join(', '))

const PROJECT_COLUMNS = quoted(projectColumns)
/** What a revision changes. `createdAt`, the source and the mark of a test stay. */
const OVERWRITE_REVISED = overwrite([
  ...fieldNames,
  'revision',
  'extraAnswers',
  'sentEarly',
  'suspicion',
  'updateLeavesAt',
  'writeKeyHash',
  'priceList',
])

const columns = {
  id: text,
  createdAt: time,
  revision: number,
  extraAnswers: json<StoredProject['extraAnswers']>(),
  sentEarly: flag,
  isTest: flag,
  suspicion: text,
  updateLeavesAt: orNull(time),
  writeKeyHash: text,
  priceList: text,
}

/** The columns of some answers. A reworded option is read with its current text. */
export const answerColumns = <Name extends FieldName>(...names: readonly Name[]) =>
  // The type of Object.fromEntries does not keep the names.
  Object.fromEntries(
    names.map((name) => [name, (value: unknown) => currentAnswer(fieldNamed(name), text(value))]),
  ) as Readonly<Record<Name, Reader<string>>>

/** The column of a status, with its current text. */
export const currentStatus: Reader<string> = (value) => currentWords(text(value), formerStatuses)

const allAnswers = answerColumns(...fieldNames)

export const projectFrom = (row: RawRow): StoredProject => ({
  ...readRow(row, columns),
  answers: readRow(row, allAnswers),
  source: sourceFrom((name) => text(row[name])),
})

export const selectProject = (id: string): Query<StoredProject> =>
  queryAs(sql`select ${PROJECT_COLUMNS} from projects where id = ${id}`, projectFrom)

/** Inserts a project, or replaces what a revision changes. */
export function saveProject(project: StoredProject): Statement {
  const row: Readonly<Record<string, string | number | null>> = {
    id: project.id,
    createdAt: project.createdAt.toISOString(),
    revision: project.revision,
    extraAnswers: JSON.stringify(project.extraAnswers),
    sentEarly: project.sentEarly ? 1 : 0,
    isTest: project.isTest ? 1 : 0,
    suspicion: project.suspicion,
    updateLeavesAt: project.updateLeavesAt?.toISOString() ?? null,
    writeKeyHash: project.writeKeyHash,
    priceList: project.priceList,
    ...project.answers,
    ...project.source,
  }
  const values = projectColumns.map((column) => row[column] ?? null)
  return sql`insert into projects (${PROJECT_COLUMNS}) values (${listSql(values)})
    on conflict (id) do update set ${OVERWRITE_REVISED}`
}

export interface IndexContext {
  readonly dialect: DialectName
  /** `backfill`: the project was saved by a version without the inbox. */
  readonly kind: 'new' | 'revised' | 'backfill' | 'sample'
}

/**
 * Keeps what the desk filters, sorts and searches by up to date, in the transaction that saves the project. A row of
 * another kind than a submission raises no alert, and stays as it is if it exists. A test is in the column of samples
 * too: no report counts either of them, and they are neither exported nor sent to webhooks.
 */
export function saveInboxRow(
  { id, createdAt, answers, source, isTest }: Project & Pick<StoredProject, 'isTest'>,
  { dialect, kind }: IndexContext,
): readonly Statement[] {
  const { emailKey, streetKey } = householdKeys(answers)
  const isSubmission = kind === 'new' || kind === 'revised'
  const isPostgres = dialect === 'postgres'
  const words = searchTextOf(answers)
  const values = sql`${nextSeq(createdAt)}, ${id}, ${createdAt.toISOString()}, ${asKey(answers.typeOfKitchenRemodel)},
    ${emailKey}, ${streetKey}, ${kind === 'revised' ? 1 : 0}, ${isSubmission && !isTest ? 0 : 1},
    ${kind === 'sample' || isTest ? 1 : 0},
    ${sourceName(source)}`
  const row = sql`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key, version,
      overdue_alert_sent, is_sample, source ${raw(isPostgres ? ', words' : '')})
    values (${values} ${isPostgres ? sql`, to_tsvector('simple', ${words})` : raw('')})
    on conflict (project_id) do ${raw(isSubmission ? update(isPostgres) : 'nothing')}`
  // PostgreSQL has the words in the same row.
  const saveWords = sql`insert or replace into desk_search (rowid, words)
    values ((select seq from desk_projects where project_id = ${id}), ${words})`
  return isPostgres ? [row] : [row, saveWords]
}

const update = (isPostgres: boolean) => `update set remodel_type = excluded.remodel_type,
  email_key = excluded.email_key, street_key = excluded.street_key, version = desk_projects.version + 1
  ${isPostgres ? ', words = excluded.words' : ''}`

/** The words of the visitor, without the options that every visitor chooses from. */
export function searchTextOf(answers: Answers): string {
  const own = fieldNames.filter((name) => {
    const field = fieldNamed(name)
    return !('options' in field) || !field.options.includes(answers[name])
  })
  return searchText(own.map((name) => answers[name]).join(' '))
}

const PER_MS = 4096
/** From 2037 on, seq grows by one per millisecond, so that it stays a safe integer after 2039. */
const ONE_PER_MS_FROM = 2 ** 41 - 2 ** 36

/**
 * The first `seq` of a time. `seq` orders projects by the time they were created; it is a number because it is also the
 * rowid of the search table in SQLite (docs/decisions/0030).
 */
export function seqAt(time: Date): number {
  const ms = time.getTime()
  return Math.min(ms, ONE_PER_MS_FROM) * PER_MS + Math.max(ms - ONE_PER_MS_FROM, 0)
}

/** The first number of the time that is not taken. */
const nextSeq = (createdAt: Date) =>
  sql`(select coalesce(max(seq) + 1, ${seqAt(createdAt)}) from desk_projects
    where seq >= ${seqAt(createdAt)} and seq < ${seqAt(createdAt) + PER_MS})`

/** Deletes every row of a project but its messages. */
export const deleteProject = (id: string, dialect: DialectName): readonly Statement[] => [
  sql`delete from projects where id = ${id}`,
  ...(dialect === 'sqlite'
    ? [sql`delete from desk_search where rowid = (select seq from desk_projects where project_id = ${id})`]
    : []),
  sql`delete from desk_projects where project_id = ${id}`,
  sql`delete from desk_events where project_id = ${id}`,
  sql`delete from desk_briefs where project_id in (${listSql([id, ...expiredBriefIds(id)])})`,
]

/** How many briefs a project gets, each for another email address. */
const MAX_BRIEFS = 3

/**
 * The ids of a project's expired briefs. The brief whose link works has the project's own id. An expired brief stays,
 * because it counts toward the daily limit of its email address.
 */
export const expiredBriefIds = (id: string): readonly string[] =>
  Array.from({ length: MAX_BRIEFS }, (_, index) => `${id} ${index + 1}`)

/** All that is stored of an erased project, so that a late retry of the visitor's page does not bring it back. */
export const erasedHash = (id: string): string => hash('sha256', `erased ${id}`)

/** Conditions on rows with a `project_id`. */
export const IS_TEST: Statement = raw(
  `exists (select 1 from projects t where t.id = project_id and t."isTest" = 1)`,
)
export const IS_SUSPICIOUS: Statement = raw(
  `exists (select 1 from projects s where s.id = project_id and s.suspicion <> '')`,
)

/** What exports read of the row that the desk has of a project; null if it has none. Tests are samples there. */
const deskColumns = {
  isSample: orNull(flag),
  status: orNull(currentStatus),
  assigneeName: orNull(text),
  firstContactAt: orNull(time),
  lostReason: orNull(text),
}

export interface Note {
  readonly at: Date
  readonly who: string
  readonly text: string
}

/** The notes of a project, oldest first, as JSON. */
const selectNotes = (dialect: DialectName) => sql`(select '[' || coalesce(string_agg(
    '{"at":"' || at || '","who":' || ${raw(dialect === 'sqlite' ? 'json_quote' : 'to_json')}(coalesce(actor_name, '')) || ',"detail":' || detail || '}',
    ',' order by id), '') || ']' from desk_events where project_id = p.id and kind = 'note')`

const notes: Reader<readonly Note[]> = (value) =>
  json<readonly { at: string; who: string; detail: { text: string } }[]>()(value).map(
    ({ at, who, detail }) => ({
      at: time(at),
      who,
      text: detail.text,
    }),
  )

export interface ExportedProject extends Project {
  readonly desk: RowOf<typeof deskColumns> & { readonly notes: readonly Note[] }
}

/** Reads `projects p` and `desk_projects d`. */
export const selectExported = (dialect: DialectName, from: Statement): Query<ExportedProject> =>
  queryAs(
    sql`select p.*, ${raw(namesIn(deskColumns, 'd'))}, ${selectNotes(dialect)} as notes from ${from}`,
    (row) => ({ ...projectFrom(row), desk: readRow(row, { ...deskColumns, notes }) }),
  )

/**
 * Every project, oldest first. Samples are skipped by the caller: with a condition on them, PostgreSQL would sort all
 * projects first. SQLite has no index on the time, but rows are in the order they were created.
 */
export const selectProjectsSince = (dialect: DialectName, since: Date) =>
  selectExported(
    dialect,
    sql`projects p left join desk_projects d on d.project_id = p.id
    where p."createdAt" >= ${since.toISOString()}
    order by ${raw(dialect === 'sqlite' ? 'p.rowid' : 'p."createdAt", p.id')}`,
  )
