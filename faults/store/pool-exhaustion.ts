import { Client } from 'pg'
import { MOST_CONNECTIONS } from '../../server/store/postgres/open-postgres.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Guide } from '../harness/server.ts'
import { newId, type Visitors } from '../harness/visitor.ts'

/** Well within what a change may wait for a lock. */
const LONGEST_GATHERING_MS = 5000

const WAITING = `select count(*)::int as many from pg_locks join pg_database on oid = database
  where datname = current_database() and locktype = 'advisory' and not granted`

/**
 * Says how many connections a server lost for good. Visitors are kept waiting in the database, by locks on their
 * projects so that each goes alone, until each connection that the server may have is in use: one that was never
 * given back cannot be.
 */
export const wholePool =
  (guide: Guide, url: string) =>
  async (visitors: Visitors): Promise<string | null> => {
    const holder = new Client({ connectionString: url })
    holder.on('error', () => {})
    await holder.connect()
    let most = 0
    const ids = Array.from({ length: MOST_CONNECTIONS }, newId)
    await holder.query('begin')
    await holder.query(
      'select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest($1::text[]) as id',
      [ids],
    )
    const submitted = ids.map((id) =>
      visitors.tryOnce(guide.origin, id).then(() => visitors.trySteadily(() => guide.origin, id)),
    )
    await eventually(async () => {
      most = Math.max(most, (await holder.query(WAITING)).rows[0]?.many ?? 0)
      return most === MOST_CONNECTIONS
    }, LONGEST_GATHERING_MS).catch(() => {})
    await holder.query('rollback')
    await holder.end()
    await Promise.all(submitted)
    return most === MOST_CONNECTIONS ? null : `${most} of ${MOST_CONNECTIONS} connections were left`
  }
