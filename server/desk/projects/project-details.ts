import type { ProjectFile } from '../../../desk/api.ts'
import type { BusinessHours } from '../../../desk/business-hours.ts'
import { questionsToAsk } from '../../../desk/call-sheet.ts'
import { normalizeName } from '../../../desk/normalize-name.ts'
import type { Answers } from '../../../questionnaire/answers.ts'
import { fieldNames } from '../../../questionnaire/fields.ts'
import { projectFrom } from '../../store/sql/rows.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { createSummaries } from '../inbox/summaries.ts'
import { eventFrom } from './events.ts'

/** More than a project ever has; a bound all the same, and the newest are those to see. */
const MOST_EVENTS = 2000

/** All there is of one project; null when there is none. */
export function createProjectDetails(db: SqlDatabase, hours: BusinessHours) {
  const summarised = createSummaries(db, hours)

  return async function projectDetails(id: string, now: Date): Promise<ProjectFile | null> {
    const [files, projects, edits, events] = await Promise.all([
      db.all(sql`select * from desk_files where project = ${id}`),
      db.all(sql`select * from projects where id = ${id}`),
      db.all(sql`select a from desk_events where project = ${id} and kind = 'revised' order by n limit 1`),
      db.all(
        sql`select * from desk_events where project = ${id} and kind <> 'came' order by n desc limit ${MOST_EVENTS}`,
      ),
    ])
    const [file, project] = [files[0], projects[0]]
    if (!file || !project) return null
    const [summary] = await summarised([file], now)
    if (!summary) return null
    const { answers } = projectFrom(project)
    const first = differing(String(edits[0]?.a ?? ''), answers)
    return {
      ...summary,
      answers,
      hasLastName: normalizeName(answers.lastName) !== '',
      toAsk: questionsToAsk(answers, summary.budgetFit),
      lostReason: String(file.lost_reason),
      events: [
        { kind: 'came', at: summary.createdAt, who: null, first },
        ...events.toReversed().map(eventFrom),
      ],
    }
  }
}

/** Of the first answers, as filing.ts keeps them with the first edit, those that are others now; older edits kept none. */
function differing(first: string, now: Answers): Partial<Answers> {
  const kept: Partial<Record<string, unknown>> = first === '' ? {} : JSON.parse(first)
  const others = fieldNames.filter((name) => typeof kept[name] === 'string' && kept[name] !== now[name])
  return Object.fromEntries(others.map((name) => [name, kept[name]]))
}
