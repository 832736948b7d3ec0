import type { Change, Person } from '../../../desk/api.ts'
import { type BusinessHours, businessMinutes } from '../../../desk/business-hours.ts'
import { CONTACTED, LOST, NEW } from '../../../desk/status.ts'
import { contactToTakeBack } from '../../../desk/take-back.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlDecision, SqlRow } from '../../store/sql/sql-database.ts'
import { insertEvent, type NewEvent } from './events.ts'

export type Changed = 'changed' | 'conflict' | 'unknown project' | 'unknown person'

/**
 * Makes one change and adds it to the history. Whoever changes status or assignee on a version since
 * which the same was changed otherwise, by somebody else or in another window, is told so, and nothing is written.
 */
export function changeProject(
  { id, change, who }: { readonly id: string; readonly change: Change; readonly who: Person },
  db: SqlDatabase,
  hours: BusinessHours,
): Promise<Changed> {
  const read = [
    sql`select * from desk_files where project = ${id}`,
    // Where a contact moved the status, whoever noted it knows: one tap may come between choosing and saving.
    sql`select max(version) as version from desk_events e where project = ${id} and kind = ${change.kind}
      and (who <> ${who.email} or not exists (select 1 from desk_events m
        where m.project = e.project and m.at = e.at and m.kind in ('contact', 'taken back')))`,
    sql`select email, name from desk_people where email = ${'to' in change ? change.to : ''}`,
    sql`select kind, at, a from desk_events where project = ${id} order by n desc limit 2`,
    sql`select coalesce(sum(case kind when 'contact' then 1 when 'taken back' then -1 else 0 end), 0) as standing
      from desk_events where project = ${id}`,
  ]
  return db.transact(
    id,
    read,
    ([files = [], changes = [], people = [], events = [], contacted = []], now): SqlDecision<Changed> => {
      const [file] = files
      if (!file) return { result: 'unknown project' }
      const changed = (next: Next): SqlDecision<Changed> => ({
        result: 'changed',
        write: writesOf(file, next, { id, change, who, now, hours }),
      })
      if (change.kind === 'taken back') {
        const undone = Number(file.version) === change.version ? takenBack(file, events) : null
        return undone ? changed(undone) : { result: 'conflict' }
      }
      const next = nextOf(file, change, {
        person: people[0],
        isContacted: Number(contacted[0]?.standing) > 0,
      })
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
  readonly assignee: { readonly email: string; readonly name: string } | null
  /** When somebody reached out first. Left out, it stays as it is, or is now if this change is what reaches out. */
  readonly contactedAt?: string | null
  /** The words of the change in the history; null when all is so already. */
  readonly event: NewEvent['words'] | null
}

/** What stays as it is. */
function sameAs(file: SqlRow) {
  const assignee = file.assignee
    ? { email: String(file.assignee), name: String(file.assignee_name ?? '') }
    : null
  return {
    status: String(file.status),
    lostReason: String(file.lost_reason),
    assignee,
  }
}

/** As it was before the contact that was the last thing to happen; null when something else was. */
function takenBack(file: SqlRow, [last, before]: readonly SqlRow[]): Next | null {
  const contact = contactToTakeBack(last, before)
  if (!contact) return null
  const same = sameAs(file)
  return {
    ...same,
    status: contact === last ? same.status : NEW,
    contactedAt: file.contacted_at === contact.at ? null : String(file.contacted_at),
    event: [String(contact.a)],
  }
}

interface Known {
  /** Whom it is given to, where there is such a person. */
  readonly person: SqlRow | undefined
  /** Somebody reached out, and did not take that back. */
  readonly isContacted: boolean
}

function nextOf(
  file: SqlRow,
  change: Exclude<Change, { kind: 'taken back' }>,
  { person, isContacted }: Known,
): Next | null {
  const same = sameAs(file)
  const { status, assignee } = same
  switch (change.kind) {
    case 'status': {
      const lostReason = change.to === LOST ? change.reason : ''
      const isSame = change.to === status && lostReason === same.lostReason
      return {
        ...same,
        status: change.to,
        lostReason,
        // A status that was set by mistake is no contact: who is New again waits again.
        ...(change.to === NEW && !isContacted ? { contactedAt: null } : {}),
        event: isSame ? null : [status, change.to, change.reason],
      }
    }
    case 'assigned': {
      if (change.to === null) return { ...same, assignee: null, event: assignee ? [] : null }
      if (!person) return null
      const to = { email: String(person.email), name: String(person.name) }
      return { ...same, assignee: to, event: to.email === assignee?.email ? null : [to.email, to.name] }
    }
    case 'contact':
      // Reaching somebody for the first time is what the status says then.
      return { ...same, status: status === NEW ? CONTACTED : status, event: [change.how] }
    case 'note':
      return { ...same, event: [change.text] }
  }
}

interface Circumstances {
  readonly id: string
  readonly change: Change
  readonly who: Person
  readonly now: Date
  readonly hours: BusinessHours
}

function writesOf(file: SqlRow, next: Next, circumstances: Circumstances): readonly Statement[] {
  const { id, change, who, now } = circumstances
  const at = now.toISOString()
  const { contactedAt, isWaiting, waited } = waitingAfter(file, next, circumstances)
  const isMoved = change.kind !== 'status' && next.status !== file.status
  const events = [
    { kind: change.kind, words: next.event ?? [] },
    ...(isMoved ? [{ kind: 'status', words: [String(file.status), next.status] }] : []),
  ]
  const version = Number(file.version)
  return [
    sql`update desk_files set status = ${next.status}, lost_reason = ${next.lostReason},
      assignee = ${next.assignee?.email ?? null}, assignee_name = ${next.assignee?.name ?? null},
      contacted_at = ${contactedAt}, waited = ${waited}, waiting = ${isWaiting ? 1 : 0},
      version = ${version + events.length} where project = ${id}`,
    ...events.map((event, index) =>
      insertEvent({ ...event, project: id, version: version + index + 1, at, who }),
    ),
  ]
}

/** Reaching out ends the waiting, and so does every status but New; who is Lost at once was never contacted. */
function waitingAfter(file: SqlRow, next: Next, { change, now, hours }: Circumstances) {
  const isReached = change.kind === 'contact' || ![NEW, LOST].includes(next.status)
  const firstContact = file.contacted_at ? String(file.contacted_at) : isReached ? now.toISOString() : null
  const contactedAt = next.contactedAt === undefined ? firstContact : next.contactedAt
  const isWaiting = next.status === NEW && contactedAt === null
  if (isWaiting) return { contactedAt, isWaiting, waited: null }
  // Who was given up as lost without a contact may be called yet, and has waited until then.
  const isFirst = file.contacted_at === null && contactedAt !== null
  const waited =
    isFirst || file.waited === null
      ? businessMinutes(new Date(String(file.came_at)), now, hours)
      : Number(file.waited)
  return { contactedAt, isWaiting, waited }
}
