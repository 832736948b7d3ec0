import { emailStates, type Summary } from '../../../desk/api.ts'
import { type Answers, noAnswers } from '../../../questionnaire/answers.ts'
import { costRangeOf } from '../../../questionnaire/business.ts'
import { businessMinutes } from '../../config/business-hours.ts'
import { type CurrentSettings, pricesWithId, type Settings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { answerColumns, IS_SUSPICIOUS } from '../../db/project-statements.ts'
import { flag, oneOf, query, type RowOf, text } from '../../db/rows.ts'
import { joinSql, listSql, raw, type Statement, sql } from '../../db/sql.ts'
import { budgetFit } from './budget-fit.ts'
import type { InboxRow } from './inbox-query.ts'

const MAX_RELATED = 5
const MAX_LENGTH = 200

/** Turns rows of desk_projects into rows of the inbox, with the project, its email and related projects. */
export function createSummaries(db: Database, settings: CurrentSettings) {
  return async function summarize(rows: readonly InboxRow[], now: Date): Promise<readonly Summary[]> {
    if (rows.length === 0) return []
    const [projects, related] = await Promise.all([findProjects(db, rows), findRelated(db, rows)])
    return rows.map((row) =>
      summaryFrom(row, projects.get(row.projectId) ?? DELETED_BY_HAND, {
        related,
        now,
        settings: settings(),
      }),
    )
  }
}

const answers = answerColumns('firstName', 'lastName', 'city', 'typeOfKitchenRemodel', 'budget', 'timeFrame')
const ANSWER_NAMES = Object.keys(answers)
  .map((name) => `p."${name}"`)
  .join(', ')
const columns = { ...answers, id: text, isTest: flag, priceList: text, emailState: oneOf(emailStates) }
type ProjectRow = RowOf<typeof columns>

const DELETED_BY_HAND: ProjectRow = { ...noAnswers, id: '', isTest: false, priceList: '', emailState: 'sent' }

/** An update that waits for later ones is not due yet. A sample has no message. */
const EMAIL_STATE = raw(`case when p.suspicion <> '' then 'suspicious' when m.dead_at is not null then 'dead'
  when m.next_attempt_at is not null and (m.sent_revision = 0 or m.attempts > 0) then 'due' else 'sent' end`)

async function findProjects(
  db: Database,
  rows: readonly InboxRow[],
): Promise<ReadonlyMap<string, ProjectRow>> {
  const ids = listSql(rows.map(({ projectId }) => projectId))
  const select = sql`select p.id, p."isTest", p."priceList", ${raw(ANSWER_NAMES)}, ${EMAIL_STATE} as email_state from projects p
    left join messages m on m.project_id = p.id and m.channel = 'specialist' where p.id in (${ids})`
  return new Map((await db.all(query(select, columns))).map((row) => [row.id, row]))
}

const relations = ['email', 'street'] as const
type Relation = (typeof relations)[number]

const relatedColumns = { id: text, relation: oneOf(relations), key: text, firstName: text, lastName: text }
type Related = RowOf<typeof relatedColumns>

const keyOf = (row: InboxRow, by: Relation) => (by === 'email' ? row.emailKey : row.streetKey)

/** Other projects of the same households, newest first. */
function findRelated(db: Database, rows: readonly InboxRow[]): Promise<readonly Related[]> {
  const lookups = relations.map((by) => relatedBy(by, [...new Set(rows.map((row) => keyOf(row, by)))]))
  const select = sql`select p.id, r.relation, r.household_key as key, p."firstName", p."lastName"
    from (${joinSql(lookups, ' union all ')}) r join projects p on p.id = r.project_id
    order by r.seq desc, r.project_id, r.relation`
  return db.all(query(select, relatedColumns))
}

/** A few per key, so that a visitor who submits a thousand times does not hide other related projects. */
function relatedBy(by: Relation, keys: readonly string[]): Statement {
  const key = raw(`${by}_key`)
  return sql`select seq, project_id, '${raw(by)}' as relation, household_key from (
    select seq, project_id, ${key} as household_key,
      row_number() over (partition by ${key} order by seq desc, project_id) as position
    from desk_projects where ${key} in (${listSql(keys)}) and ${key} <> '' and not ${IS_SUSPICIOUS}) newest
    where position <= ${MAX_RELATED + 1}`
}

function summaryFrom(
  row: InboxRow,
  project: ProjectRow,
  { related, now, settings }: { related: readonly Related[]; now: Date; settings: Settings },
): Summary {
  const { projectId: id, createdAt } = row
  const others = related.filter((other) => other.id !== id && other.key === keyOf(row, other.relation))
  const { budget, typeOfKitchenRemodel: remodelType } = project
  const costRange = costRangeOf(remodelType, pricesWithId(project.priceList, settings))
  return {
    id,
    createdAt,
    name: nameOf(project),
    city: cut(project.city),
    remodelType: cut(remodelType),
    costRange,
    budget,
    budgetFit: budgetFit(budget, costRange),
    timeFrame: project.timeFrame,
    status: row.status,
    assignee: row.assignee === null ? null : { email: row.assignee, name: row.assigneeName ?? row.assignee },
    firstContactAt: row.firstContactAt,
    waitedMinutes: row.waitedMinutes ?? businessMinutes(new Date(createdAt), now, settings.businessHours),
    email: project.emailState,
    // A project with the same address and the same street is listed once.
    relatedProjects: others
      .filter((other, index) => others.findIndex(({ id: first }) => first === other.id) === index)
      .slice(0, MAX_RELATED)
      .map((other) => ({ id: other.id, name: nameOf(other), by: other.relation })),
    isSample: row.isSample && !project.isTest,
    isTest: project.isTest,
    version: row.version,
  }
}

/** The homeowner's name for a link. A page of another version may not have asked for it. */
export const nameOf = ({ firstName, lastName }: Pick<Answers, 'firstName' | 'lastName'>) =>
  cut(`${firstName} ${lastName}`.trim()) || 'No name'

/** A very long answer would push the other rows off the page. */
export function cut(answer: string): string {
  const letters = [...answer]
  return letters.length > MAX_LENGTH ? `${letters.slice(0, MAX_LENGTH).join('')}…` : answer
}
