import { Pool } from 'pg'

const limits = {
  connectionTimeoutMillis: 5000,
  query_timeout: 9000,
  statement_timeout: 8000,
  lock_timeout: 8000,
  idle_in_transaction_session_timeout: 10_000,
  keepAlive: true,
  application_name: 'kitchen-guide',
  // What is asked before the last answer has come goes in one trip, in the order it was asked.
  pipeline: true,
} as const

/** Up to `max` connections, each made when it is first needed. */
export function openPool(url: string, max: number): Pool {
  const pool = new Pool({ connectionString: url, ...limits, max })
  // A connection that breaks, idle or in use, tells so by an event too; without a listener it would end the
  // process. The pool replaces it, and whoever was using it hears of it from their query.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    // A database may be set to write dates otherwise, which nobody here could read.
    client.query('set datestyle to iso').catch(() => {})
  })
  return pool
}
