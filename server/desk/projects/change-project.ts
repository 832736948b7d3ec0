import type { Person } from '../../../desk/api.ts'
import type { Change } from '../../../desk/requests.ts'
import { CONTACTED, contactToUndo, LOST, NEW } from '../../../desk/status.ts'
import { type BusinessHours, businessMinutes } from '../../config/business-hours.ts'
import type { Database, Decision } from '../../db/database.ts'
import { number, orNull, query, text } from '../../db/rows.ts'
import { raw, type Statement, sql } from '../../db/sql.ts'
import { insertWebhookMessages } from '../../outbox/message-statements.ts'
import { type EventContent, type EventRow, insertEvent, selectEvents } from '../../projects/project-events.ts'
import { type InboxRow, selectInboxRow } from '../inbox/inbox-query.ts'

/** `refused`: the assignee is not a person of the desk, or a lost project has no reason. */
export type Changed = 'changed' | 'conflict' | 'unknown project' | 'refused'

/**
 * Makes one change and adds it to the history. A change of status or assignee is a conflict, and nothing is written,
 * if the same was changed after the version that it was made on, by another person or in another window.
 */
export function changeProject(
  { id, change, who }: { readonly id: string; readonly change: Change; readonly who: Person },
  db: Database,
  hours: BusinessHours,
): Promise<Changed> {
  // Ignores a status change that came with this person's own contact, which they may record after choosing a status and
  // before saving it.
  const selectVersion = sql`select max(version) as version from desk_events e
    where project_id = ${id} and kind = ${change.kind}
      and (actor_email <> ${who.email} or not exists (select 1 from desk_events m
        where m.project_id = e.project_id and m.at = e.at and m.kind in ('contact', 'taken back')))`
  const selectContacts = sql`select
    coalesce(sum(case kind when 'contact' then 1 when 'taken back' then -1 else 0 end), 0) as contacts
    from desk_events where project_id = ${id}`
  // Locks the person in PostgreSQL, so that they are not removed before the project is assigned to them.
  const lock = raw(db.dialect === 'postgres' ? 'for share' : '')
  const selectPerson = sql`select email, name from desk_people where email = ${assigneeIn(change)} ${lock}`
  const read = [
    selectInboxRow(id),
    query(selectVersion, { version: orNull(number) }),
    query(selectPerson, { email: text, name: text }),
    selectEvents(sql`project_id = ${id}`, 2),
    query(selectContacts, { contacts: number }),
  ] as const
  return db.transact(id, read, ([[row], [latest], [person], events, [counted]], now): Decision<Changed> => {
    if (!row) return { result: 'unknown project' }
    const changed = (next: Next): Decision<Changed> => ({
      result: 'changed',
      write: writesOf(row, next, { id, change, who, now, hours, dialect: db.dialect }),
    })
    if (change.kind === 'taken back') {
      const undone = row.version === change.version ? undoContact(row, events) : null
      return undone ? changed(undone) : { result: 'conflict' }
    }
    const next = nextOf(row, change, { person, isContacted: (counted?.contacts ?? 0) > 0 })
    if (!next) return { result: 'refused' }
    if (!next.event) return { result: 'changed' }
    if ('version' in change && (latest?.version ?? 0) > change.version) return { result: 'conflict' }
    return changed(next)
  })
}

const assigneeIn = (change: Change) => (change.kind === 'assigned' ? change.to : null)

interface Next {
  readonly status: string
  readonly lostReason: string
  /** The columns of another fact that is set. */
  readonly set?: Statement
  /** If left out, the first contact stays as it is, or is now if this change is the first contact. */
  readonly firstContactAt?: string | null
  /** Null if the project is already as the change wants it. */
  readonly event: EventContent | null
}

/** The state before the last event, if that was a contact; otherwise null. */
function undoContact(row: InboxRow, [last, before]: readonly EventRow[]): Next | null {
  const contact = contactToUndo(last, before)
  if (!contact) return null
  return {
    status: contact === last ? row.status : NEW,
    lostReason: row.lostReason,
    firstContactAt: row.firstContactAt === contact.at ? null : row.firstContactAt,
    event: { kind: 'taken back', how: contact.detail.how ?? '' },
  }
}

interface Known {
  /** The person to assign the project to, if there is one with that address. */
  readonly person: Person | undefined
  /** There is a contact that was not undone. */
  readonly isContacted: boolean
}

function nextOf(
  row: InboxRow,
  change: Exclude<Change, { kind: 'taken back' }>,
  { person, isContacted }: Known,
): Next | null {
  const { status, lostReason } = row
  switch (change.kind) {
    case 'status': {
      const { kind, to } = change
      const reason = change.reason.trim()
      if (to === LOST && reason === '') return null
      const nextReason = to === LOST ? reason : ''
      const isSame = to === status && nextReason === lostReason
      return {
        status: to,
        lostReason: nextReason,
        // A status that was set by mistake is no contact: a project that is New again waits again.
        ...(to === NEW && !isContacted ? { firstContactAt: null } : {}),
        event: isSame ? null : { kind, from: status, to, reason },
      }
    }
    case 'assigned': {
      const { kind } = change
      const to = change.to === null ? null : person
      if (to === undefined) return null
      // No other change writes these: the removal of a person may be handing the project over.
      const email = to?.email ?? null
      const set = sql`assignee = ${email}, assignee_name = ${to?.name ?? null},`
      return { status, lostReason, set, event: email === row.assignee ? null : { kind, to } }
    }
    case 'contact': {
      const { kind, how } = change
      return { status: status === NEW ? CONTACTED : status, lostReason, event: { kind, how } }
    }
    case 'note':
      return { status, lostReason, event: { kind: 'note', text: change.text.trim() } }
  }
}

interface ChangeContext {
  readonly id: string
  readonly change: Change
  readonly who: Person
  readonly now: Date
  readonly hours: BusinessHours
  readonly dialect: Database['dialect']
}

function writesOf(row: InboxRow, next: Next, context: ChangeContext): readonly Statement[] {
  const { id, change, who, now, dialect } = context
  const { firstContactAt, isWaiting, waitedMinutes } = waitingAfter(row, next, context)
  const isMoved = change.kind !== 'status' && next.status !== row.status
  const moved = { kind: 'status', from: row.status, to: next.status, reason: '' } as const
  const events = [...(next.event ? [next.event] : []), ...(isMoved ? [moved] : [])]
  const { version } = row
  const statusChange = {
    projectId: id,
    event: 'project.status_changed',
    detail: { status: next.status, previousStatus: row.status, lostReason: next.lostReason },
    now,
  } as const
  return [
    sql`update desk_projects set status = ${next.status}, lost_reason = ${next.lostReason},
      ${next.set ?? raw('')}
      first_contact_at = ${firstContactAt}, waited_minutes = ${waitedMinutes}, is_waiting = ${isWaiting ? 1 : 0},
      version = version + ${events.length} where project_id = ${id}`,
    ...events.map((content, index) =>
      insertEvent({ projectId: id, version: version + index + 1, at: now.toISOString(), who, content }),
    ),
    ...(next.status === row.status ? [] : [insertWebhookMessages(statusChange, dialect)]),
  ]
}

/** A contact ends the waiting, and so does every status but New. A project that is Lost at once has no contact. */
function waitingAfter(row: InboxRow, next: Next, { change, now, hours }: ChangeContext) {
  const isContact = change.kind === 'contact' || ![NEW, LOST].includes(next.status)
  const contactAt = row.firstContactAt ?? (isContact ? now.toISOString() : null)
  const firstContactAt = next.firstContactAt === undefined ? contactAt : next.firstContactAt
  const isWaiting = next.status === NEW && firstContactAt === null
  if (isWaiting) return { firstContactAt, isWaiting, waitedMinutes: null }
  // A homeowner who was Lost without a contact may still be called, and has waited until then.
  const isFirst = row.firstContactAt === null && firstContactAt !== null
  const waitedMinutes =
    isFirst || row.waitedMinutes === null
      ? businessMinutes(new Date(row.createdAt), now, hours)
      : row.waitedMinutes
  return { firstContactAt, isWaiting, waitedMinutes }
}
