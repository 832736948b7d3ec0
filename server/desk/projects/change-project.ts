import type { Change, Person } from '../../../desk/api.ts'
import { type BusinessHours, businessMinutes } from '../../../desk/business-hours.ts'
import { CONTACTED, contactToUndo, LOST, NEW } from '../../../desk/status.ts'
import { enqueue } from '../../store/sql/outbox-statements.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlDecision, SqlRow } from '../../store/sql/sql-database.ts'
import { detailOf, type EventContent, insertEvent } from './events.ts'

export type Changed = 'changed' | 'conflict' | 'unknown project' | 'unknown person'

/**
 * Makes one change and adds it to the history. A change of status or assignee is a conflict, and nothing is written,
 * if the same was changed after the version that it was made on, by another person or in another window.
 */
export function changeProject(
  { id, change, who }: { readonly id: string; readonly change: Change; readonly who: Person },
  db: SqlDatabase,
  hours: BusinessHours,
): Promise<Changed> {
  const read = [
    sql`select * from desk_projects where project_id = ${id}`,
    // Ignores a status change that came with this person's own contact, which they may record after choosing a status
    // and before saving it.
    sql`select max(version) as version from desk_events e where project_id = ${id} and kind = ${change.kind}
      and (actor_email <> ${who.email} or not exists (select 1 from desk_events m
        where m.project_id = e.project_id and m.at = e.at and m.kind in ('contact', 'taken back')))`,
    sql`select email, name from desk_people where email = ${'to' in change ? change.to : ''}`,
    sql`select kind, at, detail from desk_events where project_id = ${id} order by id desc limit 2`,
    sql`select coalesce(sum(case kind when 'contact' then 1 when 'taken back' then -1 else 0 end), 0) as contacts
      from desk_events where project_id = ${id}`,
  ]
  return db.transact(
    id,
    read,
    ([rows = [], changes = [], people = [], events = [], counts = []], now): SqlDecision<Changed> => {
      const [row] = rows
      if (!row) return { result: 'unknown project' }
      const changed = (next: Next): SqlDecision<Changed> => ({
        result: 'changed',
        write: writesOf(row, next, { id, change, who, now, hours }),
      })
      if (change.kind === 'taken back') {
        const undone = Number(row.version) === change.version ? undoContact(row, events) : null
        return undone ? changed(undone) : { result: 'conflict' }
      }
      const next = nextOf(row, change, { person: people[0], isContacted: Number(counts[0]?.contacts) > 0 })
      if (!next) return { result: 'unknown person' }
      if (!next.event) return { result: 'changed' }
      if ('version' in change && Number(changes[0]?.version ?? 0) > change.version)
        return { result: 'conflict' }
      return changed(next)
    },
  )
}

interface Next {
  readonly status: string
  readonly lostReason: string
  readonly assignee: Person | null
  /** If left out, the first contact stays as it is, or is now if this change is the first contact. */
  readonly firstContactAt?: string | null
  /** Null if the project is already as the change wants it. */
  readonly event: EventContent | null
}

function currentOf(row: SqlRow) {
  const assignee = row.assignee
    ? { email: String(row.assignee), name: String(row.assignee_name ?? '') }
    : null
  return { status: String(row.status), lostReason: String(row.lost_reason), assignee }
}

/** The state before the last event, if that was a contact; otherwise null. */
function undoContact(row: SqlRow, [last, before]: readonly SqlRow[]): Next | null {
  const contact = contactToUndo(last, before)
  if (!contact) return null
  const current = currentOf(row)
  return {
    ...current,
    status: contact === last ? current.status : NEW,
    firstContactAt: row.first_contact_at === contact.at ? null : String(row.first_contact_at),
    event: { kind: 'taken back', how: detailOf(contact).how ?? '' },
  }
}

interface Known {
  /** The person to assign the project to, if there is one with that address. */
  readonly person: SqlRow | undefined
  /** There is a contact that was not undone. */
  readonly isContacted: boolean
}

function nextOf(
  row: SqlRow,
  change: Exclude<Change, { kind: 'taken back' }>,
  { person, isContacted }: Known,
): Next | null {
  const current = currentOf(row)
  const { status, assignee } = current
  switch (change.kind) {
    case 'status': {
      const { kind, to, reason } = change
      const lostReason = to === LOST ? reason : ''
      const isSame = to === status && lostReason === current.lostReason
      return {
        ...current,
        status: to,
        lostReason,
        // A status that was set by mistake is no contact: a project that is New again waits again.
        ...(to === NEW && !isContacted ? { firstContactAt: null } : {}),
        event: isSame ? null : { kind, from: status, to, reason },
      }
    }
    case 'assigned': {
      const { kind } = change
      if (change.to === null)
        return { ...current, assignee: null, event: assignee ? { kind, to: null } : null }
      if (!person) return null
      const to = { email: String(person.email), name: String(person.name) }
      return { ...current, assignee: to, event: to.email === assignee?.email ? null : { kind, to } }
    }
    case 'contact':
      return { ...current, status: status === NEW ? CONTACTED : status, event: change }
    case 'note':
      return { ...current, event: change }
  }
}

interface ChangeContext {
  readonly id: string
  readonly change: Change
  readonly who: Person
  readonly now: Date
  readonly hours: BusinessHours
}

function writesOf(row: SqlRow, next: Next, context: ChangeContext): readonly Statement[] {
  const { id, change, who, now } = context
  const { firstContactAt, isWaiting, waitedMinutes } = waitingAfter(row, next, context)
  const isMoved = change.kind !== 'status' && next.status !== row.status
  const moved = { kind: 'status', from: String(row.status), to: next.status, reason: '' } as const
  const events = [...(next.event ? [next.event] : []), ...(isMoved ? [moved] : [])]
  const version = Number(row.version)
  const statusChange = {
    projectId: id,
    event: 'project.status_changed',
    detail: { status: next.status, previousStatus: String(row.status), lostReason: next.lostReason },
    now,
  } as const
  return [
    sql`update desk_projects set status = ${next.status}, lost_reason = ${next.lostReason},
      assignee = ${next.assignee?.email ?? null}, assignee_name = ${next.assignee?.name ?? null},
      first_contact_at = ${firstContactAt}, waited_minutes = ${waitedMinutes}, is_waiting = ${isWaiting ? 1 : 0},
      version = ${version + events.length} where project_id = ${id}`,
    ...events.map((content, index) =>
      insertEvent({ projectId: id, version: version + index + 1, at: now.toISOString(), who, content }),
    ),
    ...(next.status === row.status ? [] : [enqueue(statusChange)]),
  ]
}

/** A contact ends the waiting, and so does every status but New. A project that is Lost at once has no contact. */
function waitingAfter(row: SqlRow, next: Next, { change, now, hours }: ChangeContext) {
  const isContact = change.kind === 'contact' || ![NEW, LOST].includes(next.status)
  const contactAt = row.first_contact_at ? String(row.first_contact_at) : isContact ? now.toISOString() : null
  const firstContactAt = next.firstContactAt === undefined ? contactAt : next.firstContactAt
  const isWaiting = next.status === NEW && firstContactAt === null
  if (isWaiting) return { firstContactAt, isWaiting, waitedMinutes: null }
  // A homeowner who was Lost without a contact may still be called, and has waited until then.
  const isFirst = row.first_contact_at === null && firstContactAt !== null
  const waitedMinutes =
    isFirst || row.waited_minutes === null
      ? businessMinutes(new Date(String(row.created_at)), now, hours)
      : Number(row.waited_minutes)
  return { firstContactAt, isWaiting, waitedMinutes }
}
