import { IS_UNSENT } from '../../store/sql/project-statements.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'

/** Gets the id of a project that is new or changed, `deliveries`, or `all` after an erasure. */
type Listener = (what: string) => void

const POLL_MS = 2000
/** Transactions may commit in another order than that of their ids, so each query reads the last few ids again. */
const OVERLAP = 600
const MAX_EVENTS = 1500

/** Erasing a project leaves no event, because nothing may name it. The audit list says that it happened. */
const selectErasures = sql`select id from desk_audit where id > (select max(id) from desk_audit) - ${OVERLAP}
  and what in ('erased', 'erased by age')`

/** Tells listeners what changed, on this server or another one. Without listeners, it queries nothing. */
export function createLiveUpdates(db: SqlDatabase, onError: (error: unknown) => void, pollMs = POLL_MS) {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let seenEvents = new Set<number>()
  let lastEvent = 0
  let seenErasures = new Set<number>()
  let seenDeliveries = ''

  const notify = (what: string) => {
    for (const listener of listeners) listener(what)
  }

  /** The first query only finds out where to start. */
  async function query(isFirst: boolean) {
    const events = await db.all(
      isFirst
        ? sql`select id, project_id from desk_events order by id desc limit ${OVERLAP}`
        : sql`select id, project_id from desk_events where id > ${lastEvent - OVERLAP} order by id limit ${MAX_EVENTS}`,
    )
    const erasures = await db.all(selectErasures)
    const [deliveries] =
      await db.all(sql`select count(*) as unsent, sum(attempts) as attempts, max("deadAt") as dead,
        (select sum(attempts + 1) from outbox) as messages from deliveries where ${IS_UNSENT}`)
    // Nothing counts as seen before all three queries have succeeded, or the next round would skip it.
    const fresh = events.filter((row) => !seenEvents.has(Number(row.id)))
    const freshErasures = erasures.filter((row) => !seenErasures.has(Number(row.id)))
    const hasOtherDeliveries = JSON.stringify(deliveries) !== seenDeliveries
    seenEvents = new Set(events.map((row) => Number(row.id)))
    lastEvent = Math.max(lastEvent, ...seenEvents)
    seenErasures = new Set(erasures.map((row) => Number(row.id)))
    seenDeliveries = JSON.stringify(deliveries)
    if (isFirst) return
    for (const id of new Set(fresh.map((row) => String(row.project_id)))) notify(id)
    if (hasOtherDeliveries) notify('deliveries')
    if (freshErasures.length > 0) notify('all')
  }

  async function poll(isFirst: boolean) {
    try {
      await query(isFirst)
      schedule(false)
    } catch (error) {
      onError(error)
      schedule(isFirst)
    }
  }

  function schedule(isFirst: boolean) {
    clearTimeout(timer)
    if (listeners.size > 0) timer = setTimeout(() => void poll(isFirst), pollMs)
  }

  return {
    listen(listener: Listener): () => void {
      listeners.add(listener)
      if (listeners.size === 1) void poll(true)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearTimeout(timer)
      }
    },
    size: () => listeners.size,
  }
}
