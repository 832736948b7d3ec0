import type { Database } from '../../db/database.ts'
import { number, orNull, query, text, time } from '../../db/rows.ts'
import { sql } from '../../db/sql.ts'
import { IS_UNSENT } from '../../outbox/message-statements.ts'

interface Listener {
  /** Gets the id of a project that is new or changed, `deliveries` for messages, or `all` after an erasure. */
  onChange(what: string): void
  /** The hash of the session's token, and what to do when the session was ended. */
  readonly session: string
  onEnded(): void
}

/** A stream ends within two seconds after its session. */
const POLL_MS = 1500
/** Transactions may commit in another order than that of their ids, so each query reads the last few ids again. */
const OVERLAP = 600
const MAX_EVENTS = 1500

/** Erasing a project leaves no event, because nothing may name it. The audit list says that it happened. */
const selectErasures = query(
  sql`select id from desk_audit where id > (select max(id) from desk_audit) - ${OVERLAP}
    and what in ('erased', 'erased by age')`,
  { id: number },
)

/** Changes when a message is queued, fails, is given up, or is sent. */
const selectUnsent = query(
  sql`select count(*) as unsent, sum(attempts) as attempts, max(dead_at) as dead, max(id) as latest
    from messages where ${IS_UNSENT}`,
  { unsent: number, attempts: orNull(number), dead: orNull(time), latest: orNull(number) },
)

const selectSessions = query(sql`select hash from desk_sessions`, { hash: text })

/** Tells listeners what changed, on this server or another one. Without listeners, it queries nothing. */
export function createLiveUpdates(db: Database, onError: (error: unknown) => void, pollMs = POLL_MS) {
  const listeners = new Set<Listener>()
  let timer: NodeJS.Timeout | undefined
  let seenEvents = new Set<number>()
  let lastEvent = 0
  let seenErasures = new Set<number>()
  let seenUnsent = ''

  const notify = (what: string) => {
    for (const { onChange } of listeners) onChange(what)
  }

  async function endStreams() {
    // Excludes listeners added during the query, whose sessions may be newer than its result.
    const asking = [...listeners]
    const sessions = new Set((await db.all(selectSessions)).map(({ hash }) => hash))
    for (const { session, onEnded } of asking) if (!sessions.has(session)) onEnded()
  }

  /** The first query only finds out where to start. */
  async function findChanges(isFirst: boolean) {
    const selectEvents = isFirst
      ? sql`select id, project_id from desk_events order by id desc limit ${OVERLAP}`
      : sql`select id, project_id from desk_events where id > ${lastEvent - OVERLAP} order by id limit ${MAX_EVENTS}`
    const events = await db.all(query(selectEvents, { id: number, projectId: text }))
    const erasures = await db.all(selectErasures)
    const unsent = JSON.stringify(await db.all(selectUnsent))
    // Nothing counts as seen before all three queries have succeeded, or the next round would skip it.
    const fresh = events.filter(({ id }) => !seenEvents.has(id))
    const freshErasures = erasures.filter(({ id }) => !seenErasures.has(id))
    const isOutboxChanged = unsent !== seenUnsent
    seenEvents = new Set(events.map(({ id }) => id))
    lastEvent = Math.max(lastEvent, ...seenEvents)
    seenErasures = new Set(erasures.map(({ id }) => id))
    seenUnsent = unsent
    if (isFirst) return
    for (const id of new Set(fresh.map(({ projectId }) => projectId))) notify(id)
    if (isOutboxChanged) notify('deliveries')
    if (freshErasures.length > 0) notify('all')
  }

  async function poll(isFirst: boolean) {
    try {
      await endStreams()
      await findChanges(isFirst)
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
