import type { Pool, PoolClient } from 'pg'
import { withDeadline } from '../../lib/deadline.ts'
import { hasCode, OperatorError } from '../../lib/errors.ts'
import {
  DATABASE_DEADLINE_MS,
  type Database,
  type DatabaseOptions,
  type OpenDatabase,
  type RowsOf,
} from '../database.ts'
import type { Query, RawRow } from '../rows.ts'
import { raw, sql, textOf } from '../sql.ts'
import { dollar, openPool, run } from './pool.ts'
import { preparePostgres } from './schema.ts'

/** Connections for visitors' changes, per server. */
export const MAX_CONNECTIONS = 10
const MAX_EXPORTS = 3
const MAX_READS = 4
/** For changes at the desk, including those caused by strangers who try to sign in. */
const MAX_DESK_CHANGES = 2
const FETCH_SIZE = 500
const LOCK_TIMED_OUT = '55P03'
/** A migration that waits for a table blocks visitors, so it is not retried right away. */
const LOCK_PAUSE_MS = 10_000

/** Waits until no other transaction is changing the key, then reads the database's clock. */
const LOCK = `with lock as materialized (select pg_advisory_xact_lock(hashtextextended($1, 0))::text as done)
  select clock_timestamp() as now, done from lock`

/**
 * A database for several servers. It connects on first use and reconnects after errors, so PostgreSQL may be down when the
 * server starts, and may restart.
 */
export function openPostgres(url: string, { clock, onNewer }: DatabaseOptions = {}): OpenDatabase {
  const pool = openPool(url, MAX_CONNECTIONS)
  // An export takes as long as its download, a desk search may take seconds, and anyone can flood the sign-in. Separate
  // pools keep visitors from waiting for them.
  const exportPool = openPool(url, MAX_EXPORTS)
  const readPool = openPool(url, MAX_READS)
  const deskPool = openPool(url, MAX_DESK_CHANGES)

  let ready: Promise<void> | null = null
  async function prepare() {
    try {
      await preparePostgres(pool)
    } catch (error) {
      if (error instanceof OperatorError) onNewer?.(error)
      const tryAgain = () => {
        ready = null
      }
      if (hasCode(error, LOCK_TIMED_OUT)) setTimeout(tryAgain, LOCK_PAUSE_MS).unref()
      else tryAgain()
      throw error
    }
  }

  async function connect(to: Pool): Promise<PoolClient> {
    ready ??= prepare()
    await ready
    return to.connect()
  }

  /** Discards the connection after an error. */
  async function useConnection<T>(from: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect(from)
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const query = <T>(from: Pool, work: (client: PoolClient) => Promise<T>) =>
    withDeadline(useConnection(from, work), DATABASE_DEADLINE_MS, 'PostgreSQL')

  async function* streamRows<T>(statement: Query<T>): AsyncGenerator<T> {
    const client = await connect(exportPool)
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query(`declare export no scroll cursor for ${textOf(statement, dollar)}`, [
        ...statement.values,
      ])
      while (true) {
        const { rows } = await client.query<RawRow>(`fetch ${FETCH_SIZE} from export`)
        yield* rows.map(statement.rowFrom)
        if (rows.length < FETCH_SIZE) return
      }
    } finally {
      // Closes the connection, which also ends the transaction of a reader that stopped early.
      client.release(true)
    }
  }

  const transactIn =
    (from: Pool): Database['transact'] =>
    (key, read, decide) => {
      const deadline = performance.now() + DATABASE_DEADLINE_MS
      return query(from, async (client) => {
        const [, { rows }, ...found] = await Promise.all([
          client.query('begin isolation level read committed'),
          client.query<{ now: Date }>(LOCK, [key]),
          ...read.map(async (one) => (await run(client, one)).map(one.rowFrom)),
        ])
        // The caller has already seen the change fail, and may have saved something newer since.
        if (performance.now() > deadline) throw new Error('PostgreSQL was too slow')
        const { result, write = [] } = decide(
          found as RowsOf<typeof read>,
          clock?.() ?? rows[0]?.now ?? new Date(),
        )
        await Promise.all([...write.map((statement) => run(client, statement)), client.query('commit')])
        return result
      })
    }

  const database: Database = {
    dialect: 'postgres',
    all: (one) => query(readPool, async (client) => (await run(client, one)).map(one.rowFrom)),
    stream: streamRows,
    transact: transactIn(pool),
    timeFromNow: (ms) =>
      clock
        ? sql`${new Date(clock().getTime() + ms).toISOString()}::timestamptz`
        : raw(`clock_timestamp() + interval '${ms} milliseconds'`),
    purgeDeleted: async () => {},
  }
  return {
    ...database,
    desk: { ...database, transact: transactIn(deskPool) },
    check: () =>
      query(pool, async (client) => {
        const { rowCount } = await client.query(
          "select 1 where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'",
        )
        if (rowCount !== 1)
          throw new Error('PostgreSQL accepts no changes, because it is a standby or read-only')
      }),
    close: async () =>
      void (await Promise.all([pool, exportPool, readPool, deskPool].map((each) => each.end()))),
  }
}
