import type { Event, Person, ProjectFile } from '../../desk/api.ts'
import type { BusinessHours } from '../../desk/business-hours.ts'
import { type Contact, contacts, isStatus } from '../../desk/status.ts'
import type { Answers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import { sql } from '../store/sql.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import { projectFrom, type SqlRow } from '../store/sql-rows.ts'
import { createSummaries } from './summaries.ts'

/** More than a project ever has; a bound all the same, and the newest are those to see. */
const MOST_EVENTS = 2000

/** All there is of one project; null when there is none. */
export function createProjectFiles(db: SqlDatabase, hours: BusinessHours) {
  const summarised = createSummaries(db, hours)

  return async function projectFile(id: string, now: Date): Promise<ProjectFile | null> {
    const [files, projects, events] = await Promise.all([
      db.all(sql`select * from desk_files where project = ${id}`),
      db.all(sql`select * from projects where id = ${id}`),
      db.all(
        sql`select * from desk_events where project = ${id} and kind <> 'came' order by n desc limit ${MOST_EVENTS}`,
      ),
    ])
    const [file, project] = [files[0], projects[0]]
    if (!file || !project) return null
    const [summary] = await summarised([file], now)
    if (!summary) return null
    return {
      ...summary,
      answers: projectFrom(project).answers,
      lostReason: String(file.lost_reason),
      events: [{ kind: 'came', at: summary.createdAt, who: null }, ...events.toReversed().map(eventFrom)],
      version: Number(file.version),
    }
  }
}

function eventFrom(row: SqlRow): Event {
  const at = String(row.at)
  const who = personFrom(row.who, row.who_name)
  const [a, b, c] = [String(row.a), String(row.b), String(row.c)]
  switch (row.kind) {
    case 'status':
      return {
        kind: 'status',
        at,
        who,
        from: isStatus(a) ? a : 'New',
        to: isStatus(b) ? b : 'New',
        reason: c,
      }
    case 'contact':
      return { kind: 'contact', at, who, how: contactFrom(a) }
    case 'taken back':
      return { kind: 'taken back', at, who, how: contactFrom(a) }
    case 'note':
      return { kind: 'note', at, who, text: a }
    case 'assigned':
      return { kind: 'assigned', at, who, to: a === '' ? null : personFrom(a, b) }
    default:
      return { kind: 'revised', at, who, was: answersIn(a) }
  }
}

/** As filing.ts writes them; older versions wrote nothing. */
function answersIn(json: string): Partial<Answers> {
  const was: Partial<Record<string, unknown>> = json === '' ? {} : JSON.parse(json)
  const replaced = fieldNames.filter((name) => typeof was[name] === 'string')
  return Object.fromEntries(replaced.map((name) => [name, was[name]]))
}

const contactFrom = (word: string): Contact => contacts.find((one) => one === word) ?? 'Called'

const personFrom = (email: unknown, name: unknown): Person | null =>
  email ? { email: String(email), name: String(name || email) } : null
