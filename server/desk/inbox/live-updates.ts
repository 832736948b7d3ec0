import { IS_UNSENT } from '../../store/sql/project-statements.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'

/** The id of a project that came or changed, `deliveries`, or `all` when some were erased. */
type Listener = (what: string) => void

const LOOK_MS = 2000
/**
 * Transactions do not become visible in the order of their numbers, so the last few are looked at again: as many as
 * three servers have under way, with two full trips each (shared-trips.ts).
 */
const OVERLAP = 600
const MOST_AT_ONCE = 1500

/** An erased project leaves no event, since nothing may name it; that somebody erased one is in the audit list. */
const ERASURES = sql`select id from desk_audit where id > (select max(id) from desk_audit) - ${OVERLAP}
  and what in ('erased', 'erased by age')`

/** Tells listeners what changed, here or on another server. Nothing is asked while nobody listens. */
export function createLiveUpdates(db: SqlDatabase, onError: (error: unknown) => void, lookMs = LOOK_MS) {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let seen = new Set<number>()
  let last = 0
  let erasures = new Set<number>()
  let deliveries = ''

  const tell = (what: string) => {
    for (const listener of listeners) listener(what)
  }

  /** What happened since the last look, without what was before the first. */
  async function look(isFirst: boolean) {
    const rows = await db.all(
      isFirst
        ? sql`select id, project_id from desk_events order by id desc limit ${OVERLAP}`
        : sql`select id, project_id from desk_events where id > ${last - OVERLAP} order by id limit ${MOST_AT_ONCE}`,
    )
    const erased = await db.all(ERASURES)
    const [state] =
      await db.all(sql`select count(*) as unsent, sum(attempts) as attempts, max("deadAt") as dead
      from deliveries where ${IS_UNSENT}`)
    // Nothing is taken for told before all of it has been read: the next look would pass over it.
    const fresh = rows.filter((row) => !seen.has(Number(row.id)))
    seen = new Set(rows.map((row) => Number(row.id)))
    last = Math.max(last, ...seen)
    const erasuresBefore = erasures
    erasures = new Set(erased.map((row) => Number(row.id)))
    const before = deliveries
    deliveries = JSON.stringify(state)
    if (isFirst) return
    for (const project of new Set(fresh.map((row) => String(row.project_id)))) tell(project)
    if (deliveries !== before) tell('deliveries')
    if (!erasures.isSubsetOf(erasuresBefore)) tell('all')
  }

  async function lookAgain(isFirst: boolean) {
    try {
      await look(isFirst)
      schedule(false)
    } catch (error) {
      onError(error)
      schedule(isFirst)
    }
  }

  function schedule(isFirst: boolean) {
    clearTimeout(timer)
    if (listeners.size > 0) timer = setTimeout(() => void lookAgain(isFirst), lookMs)
  }

  return {
    listen(listener: Listener): () => void {
      listeners.add(listener)
      if (listeners.size === 1) void lookAgain(true)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
    size: () => listeners.size,
  }
}
