import { Client } from 'pg'
import { MAX_CONNECTIONS } from '../../server/db/postgres/open-postgres.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { Server } from '../harness/server.ts'
import type { Trial } from '../harness/trial.ts'
import { newIds } from '../harness/visitors.ts'

/** Well within the time a transaction may wait for a lock. */
const GATHER_MS = 5000

const WAITING = `select count(*)::int as count from pg_locks join pg_database on oid = database
  where datname = current_database() and locktype = 'advisory' and not granted`

/**
 * Returns a text about connections that were never returned to the pool, or null. It holds the locks of new projects until
 * every connection of the server waits for one of them.
 */
export async function findLostConnections(
  { visitors }: Trial,
  server: Server,
  url: string,
): Promise<string | null> {
  const holder = new Client({ connectionString: url })
  holder.on('error', () => {})
  await holder.connect()
  const ids = newIds(MAX_CONNECTIONS)
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest($1::text[]) as id', [
    ids,
  ])
  const submitted = ids.map((id) => visitors.submitUntilSaved(() => server.origin, id))
  let max = 0
  await eventually(async () => {
    max = Math.max(max, (await holder.query(WAITING)).rows[0]?.count ?? 0)
    return max === MAX_CONNECTIONS
  }, GATHER_MS).catch(() => {})
  await holder.query('rollback')
  await holder.end()
  await Promise.all(submitted)
  return max === MAX_CONNECTIONS ? null : `${max} of ${MAX_CONNECTIONS} connections were left`
}
