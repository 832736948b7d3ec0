import { randomBytes } from 'node:crypto'
import { CONTACTED, contacts, LOST, NEW, statuses } from '../../../desk/status.ts'
import type { Database } from '../../db/database.ts'
import {
  deleteProject,
  firstRevision,
  type IndexContext,
  IS_TEST,
  type StoredProject,
  saveInboxRow,
  saveProject,
} from '../../db/project-statements.ts'
import { query, text } from '../../db/rows.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { type EventContent, insertEvent } from '../../projects/project-events.ts'
import { type Chance, fakeAnswers, fakeSource, oneOf } from './fake-answers.ts'

const BATCH_SIZE = 50
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

interface SampleContext extends IndexContext {
  readonly now: Date
}

/** Creates projects to try the desk with. They are marked as samples, and have no messages. */
export async function makeSamples(db: Database, count: number, now: Date): Promise<void> {
  const context: SampleContext = { dialect: db.dialect, kind: 'sample', now }
  const one = () => {
    const id = randomBytes(16).toString('base64url')
    // Most are recent, some are old.
    const createdAt = new Date(now.getTime() - Math.random() ** 3 * 120 * DAY)
    return fakeProject({ id, createdAt, chance: Math.random }, context)
  }
  for (let made = 0; made < count; made += BATCH_SIZE) {
    const some = Array.from({ length: Math.min(BATCH_SIZE, count - made) }, one)
    await db.transact('samples', [], () => ({ result: null, write: some.flat() }))
  }
}

/** Removes all samples but no tests, and returns how many. */
export async function removeSamples(db: Database): Promise<number> {
  let removed = 0
  while (true) {
    const some = sql`select project_id from desk_projects where is_sample = 1 and not ${IS_TEST} order by seq limit ${BATCH_SIZE}`
    const count = await db.transact('samples', [query(some, { projectId: text })], ([rows]) => ({
      result: rows.length,
      write: rows.flatMap(({ projectId }) => deleteProject(projectId, db.dialect)),
    }))
    removed += count
    if (count === 0) return removed
  }
}

interface FakeProject {
  readonly id: string
  readonly createdAt: Date
  readonly chance: Chance
}

/** All rows of a project that was submitted and handled at the desk. Without a message, its email counts as sent. */
export function fakeProject(
  { id, createdAt, chance }: FakeProject,
  context: SampleContext,
): readonly Statement[] {
  const project: StoredProject = {
    ...firstRevision,
    id,
    createdAt,
    answers: fakeAnswers(chance),
    source: fakeSource(chance),
  }
  return [
    saveProject(project),
    ...saveInboxRow(project, context),
    ...progress({ id, createdAt, chance }, context.now),
  ]
}

/** The person in a sample's history. */
const SPECIALIST = { email: 'sample@example.com', name: 'Sample' }

/** Older projects usually have later statuses. After a month, each has been contacted; later statuses follow a day later. */
function progress({ id, createdAt, chance }: FakeProject, now: Date): readonly Statement[] {
  const days = (now.getTime() - createdAt.getTime()) / DAY
  const min = Math.min(1, days / 30)
  const max = Math.min(statuses.length, 1 + days / 4)
  const status = statuses[Math.floor(min + chance() * (max - min))] ?? NEW
  if (status === NEW) return []
  const waited = Math.round(5 + chance() ** 2 * 300)
  const contacted = Math.min(createdAt.getTime() + waited * MINUTE, now.getTime())
  const contactedAt = new Date(contacted).toISOString()
  const reason =
    status === LOST ? oneOf(['Went with a cousin', 'Budget', 'Too far away', 'Not now'], chance) : ''
  const events: { readonly at: string; readonly content: EventContent }[] = [
    { at: contactedAt, content: { kind: 'contact', how: oneOf(contacts, chance) } },
    { at: contactedAt, content: { kind: 'status', from: NEW, to: CONTACTED, reason: '' } },
  ]
  if (status !== CONTACTED)
    events.push({
      at: new Date(contacted + DAY).toISOString(),
      content: { kind: 'status', from: CONTACTED, to: status, reason },
    })
  return [
    sql`update desk_projects set status = ${status}, lost_reason = ${reason}, first_contact_at = ${contactedAt},
      waited_minutes = ${waited}, is_waiting = 0, version = ${events.length} where project_id = ${id}`,
    ...events.map((event, index) =>
      insertEvent({ ...event, projectId: id, version: index + 1, who: SPECIALIST }),
    ),
  ]
}
