import { Client } from 'pg'
import { MOST_CONNECTIONS } from '../server/store/postgres.ts'
import { eventually } from '../server/store/test-process.ts'
import type { Guide } from './guide-process.ts'
import { newId, type Visitors } from './visitor.ts'

/** Well within what a change may wait for a lock. */
const LONGEST_GATHERING_MS = 5000

const WAITING = `select count(*)::int as many from pg_locks join pg_database on oid = database
  where datname = current_database() and relation = 'projects'::regclass and not granted`

/**
 * Says how many connections a server lost for good. Visitors are kept waiting in the database until each
 * connection that the server may have is in use: one that was never given back cannot be.
 */
export const wholePool =
  (guide: Guide, url: string) =>
  async (visitors: Visitors): Promise<string | null> => {
    const holder = new Client({ connectionString: url })
    holder.on('error', () => {})
    await holder.connect()
    let most = 0
    await holder.query('begin; lock table projects in exclusive mode')
    const submitted = Array.from({ length: MOST_CONNECTIONS }, () => {
      const id = newId()
      return visitors.tryOnce(guide.origin, id).then(() => visitors.trySteadily(() => guide.origin, id))
    })
    await eventually(async () => {
      most = Math.max(most, (await holder.query(WAITING)).rows[0]?.many ?? 0)
      return most === MOST_CONNECTIONS
    }, LONGEST_GATHERING_MS).catch(() => {})
    await holder.query('rollback')
    await holder.end()
    await Promise.all(submitted)
    return most === MOST_CONNECTIONS ? null : `${most} of ${MOST_CONNECTIONS} connections were left`
  }
