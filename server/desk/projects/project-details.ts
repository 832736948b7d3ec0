import type { ProjectDetails } from '../../../desk/api.ts'
import { type Answers, currentAnswer, sentAnswers } from '../../../questionnaire/answers.ts'
import { fieldNamed, fieldNames } from '../../../questionnaire/fields.ts'
import type { CurrentSettings } from '../../config/settings.ts'
import type { Database } from '../../db/database.ts'
import { selectProject } from '../../db/project-statements.ts'
import { json, query } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { normalizeName } from '../../projects/normalize-name.ts'
import { eventFrom, selectEvents } from '../../projects/project-events.ts'
import { selectInboxRow } from '../inbox/inbox-query.ts'
import { createSummaries } from '../inbox/summaries.ts'
import { questionsToAsk } from './questions-to-ask.ts'

/** More than any project has. */
const MAX_EVENTS = 2000

/** Everything about one project, or null if there is none. */
export function createProjectDetails(db: Database, settings: CurrentSettings) {
  const summarize = createSummaries(db, settings)

  return async function projectDetails(id: string, now: Date): Promise<ProjectDetails | null> {
    const [[row], [project], [firstRevision], events] = await Promise.all([
      db.all(selectInboxRow(id)),
      db.all(selectProject(id)),
      db.all(selectFirstRevision(id)),
      db.all(selectEvents(sql`project_id = ${id} and kind <> 'came'`, MAX_EVENTS)),
    ])
    if (!row || !project) return null
    const [summary] = await summarize([row], now)
    if (!summary) return null
    const { answers, source, sentEarly } = project
    const before = firstRevision?.detail.before ?? {}
    return {
      ...summary,
      answers: sentAnswers(answers),
      source,
      sentEarly,
      hasLastName: normalizeName(answers.lastName) !== '',
      toAsk: questionsToAsk(answers, summary.budgetFit),
      lostReason: row.lostReason,
      events: [
        { kind: 'came', at: summary.createdAt, who: null, first: changedSince(before, answers) },
        ...events.toReversed().map(eventFrom),
      ],
    }
  }
}

const selectFirstRevision = (id: string) =>
  query(
    sql`select detail from desk_events where project_id = ${id} and kind = 'revised' order by id limit 1`,
    { detail: json<{ readonly before?: Partial<Answers> }>() },
  )

/** The first answers that are different now. */
function changedSince(first: Partial<Answers>, current: Answers): Partial<Answers> {
  const known = fieldNames.flatMap((name) => {
    const answer = first[name]
    return answer === undefined ? [] : [[name, currentAnswer(fieldNamed(name), answer)] as const]
  })
  return Object.fromEntries(known.filter(([name, answer]) => answer !== current[name]))
}
