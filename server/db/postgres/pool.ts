import { Pool, type PoolClient } from 'pg'
import type { RawRow } from '../rows.ts'
import { type Statement, textOf } from '../sql.ts'

const limits = {
  connectionTimeoutMillis: 5000,
  query_timeout: 9000,
  statement_timeout: 8000,
  lock_timeout: 8000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  // Queries are sent without waiting for the previous result.
  pipeline: true,
  application_name: 'kitchen-guide',
} as const

/** A pool of up to `max` connections, which are opened when they are needed. */
export function openPool(url: string, max: number): Pool {
  const pool = new Pool({ connectionString: url, ...limits, max })
  // An unhandled error event would end the process. The pool replaces a broken connection, and its query rejects.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // pg can only parse dates in this format, and the database may have another default.
    client.query('set datestyle to iso').catch(() => {})
  })
  return pool
}

export async function run(client: PoolClient, statement: Statement): Promise<readonly RawRow[]> {
  return (await client.query<RawRow>(textOf(statement, dollar), [...statement.values])).rows
}

export const dollar = (position: number) => `$${position}`
