import type { ProjectDetails } from '../../../desk/api.ts'
import type { BusinessHours } from '../../../desk/business-hours.ts'
import { questionsToAsk } from '../../../desk/call-sheet.ts'
import { normalizeName } from '../../../desk/normalize-name.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { projectFrom } from '../../store/sql/rows.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { createSummaries } from '../inbox/summaries.ts'
import { detailOf, eventFrom } from './events.ts'

/** More than any project has. */
const MAX_EVENTS = 2000

/** Everything about one project, or null if there is none. */
export function createProjectDetails(db: SqlDatabase, hours: BusinessHours) {
  const summarize = createSummaries(db, hours)

  return async function projectDetails(id: string, now: Date): Promise<ProjectDetails | null> {
    const [rows, projects, firstRevisions, events] = await Promise.all([
      db.all(sql`select * from desk_projects where project_id = ${id}`),
      db.all(sql`select * from projects where id = ${id}`),
      db.all(
        sql`select detail from desk_events where project_id = ${id} and kind = 'revised' order by id limit 1`,
      ),
      db.all(
        sql`select * from desk_events where project_id = ${id} and kind <> 'came' order by id desc limit ${MAX_EVENTS}`,
      ),
    ])
    const [row, project, firstRevision] = [rows[0], projects[0], firstRevisions[0]]
    if (!row || !project) return null
    const [summary] = await summarize([row], now)
    if (!summary) return null
    const { answers, source } = projectFrom(project)
    const before = firstRevision ? (detailOf(firstRevision).before ?? {}) : {}
    return {
      ...summary,
      answers,
      source,
      hasLastName: normalizeName(answers.lastName) !== '',
      toAsk: questionsToAsk(answers, summary.budgetFit),
      lostReason: String(row.lost_reason),
      events: [
        { kind: 'came', at: summary.createdAt, who: null, first: changedSince(before, answers) },
        ...events.toReversed().map(eventFrom),
      ],
    }
  }
}

/** The first answers that are different now. */
function changedSince(first: Partial<Answers>, current: Answers): Partial<Answers> {
  const changed = fieldNames.filter((name) => first[name] !== undefined && first[name] !== current[name])
  return Object.fromEntries(changed.map((name) => [name, first[name]]))
}
