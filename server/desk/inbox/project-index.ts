import { asKey, householdKeys } from '../../../desk/household-keys.ts'
import { searchText } from '../../../desk/search-words.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { fieldNamed, fieldNames } from '../../../questionnaire/fields.ts'
import type { Project } from '../../../questionnaire/project.ts'
import { sourceName } from '../../../questionnaire/source.ts'
import type { IndexContext } from '../../store/sql/index-statements.ts'
import { raw, type Statement, sql } from '../../store/sql/sql.ts'

/**
 * Keeps what the desk filters, sorts and searches by up to date. The statements run in the transaction that saves
 * the project, so neither is ever without the other.
 */
export function indexStatements(
  project: Project,
  { dialect, kind, now, before }: IndexContext,
): readonly Statement[] {
  const { id, createdAt, answers, source } = project
  const { emailKey, streetKey } = householdKeys(answers)
  // Other projects add no event and raise no alert.
  const isSubmission = kind === 'new' || kind === 'revised'
  const isPostgres = dialect === 'postgres'
  const text = searchTextOf(answers)
  const values = sql`${nextSeq(createdAt)}, ${id}, ${createdAt.toISOString()}, ${asKey(answers.typeOfKitchenRemodel)},
    ${emailKey}, ${streetKey}, ${kind === 'revised' ? 1 : 0}, ${isSubmission ? 0 : 1}, ${kind === 'sample' ? 1 : 0},
    ${sourceName(source)}`
  const row = sql`insert into desk_projects (seq, project_id, created_at, remodel_type, email_key, street_key, version,
      overdue_alert_sent, is_sample, source ${raw(isPostgres ? ', words' : '')})
    values (${values} ${isPostgres ? sql`, to_tsvector('simple', ${text})` : raw('')})
    on conflict (project_id) do ${raw(isSubmission ? update(isPostgres) : 'nothing')}`
  const words = sql`insert or replace into desk_search (rowid, words)
    values ((select seq from desk_projects where project_id = ${id}), ${text})`
  const event = sql`insert into desk_events (project_id, version, at, kind, detail)
    values (${id}, (select version from desk_projects where project_id = ${id}), ${now.toISOString()},
      ${kind === 'revised' ? 'revised' : 'came'}, ${firstAnswers(id, before)})`
  return [row, ...(isPostgres ? [] : [words]), ...(isSubmission ? [event] : [])]
}

const update = (isPostgres: boolean) => `update set remodel_type = excluded.remodel_type,
  email_key = excluded.email_key, street_key = excluded.street_key, version = desk_projects.version + 1
  ${isPostgres ? ', words = excluded.words' : ''}`

/**
 * Only the first revision stores the answers it replaces. Anyone who knows an id may revise the project, and a
 * thousand revisions must not fill the database.
 */
const firstAnswers = (id: string, before: Answers | undefined) =>
  before
    ? sql`case when exists (select 1 from desk_events where project_id = ${id} and kind = 'revised')
        then '{}' else ${JSON.stringify({ before })} end`
    : raw("'{}'")

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
