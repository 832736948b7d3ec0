import { Pool, type PoolClient } from 'pg'
import { withDeadline } from '../deadline.ts'
import { type Delivery, STUCK_MS } from './delivery.ts'
import type { Clock, Decide, DecideDelivery, Driver } from './driver.ts'
import { erasedHash, filed } from './filing.ts'
import { preparePostgres } from './postgres-schema.ts'
import { type Statement, textOf } from './sql.ts'
import {
  countsFrom,
  deliveryFrom,
  deliveryValues,
  keptFrom,
  projectFrom,
  projectValues,
  type SqlRow,
} from './sql-rows.ts'
import { statements } from './sql-schema.ts'

const dollar = (position: number) => `$${position}`
const sql = statements(dollar, '"createdAt", id')

/** What one id is waited for while another server changes it. It also keeps two from creating it at once. */
const LOCK = `with locked as materialized (select pg_advisory_xact_lock(hashtextextended($1, 0))::text as done)
  select coalesce($2::timestamptz, clock_timestamp()) as "now", done,
    exists (select 1 from desk_erased where hash = $3) as erased from locked`
const DUE = `select "projectId" from deliveries where "nextAttemptAt" <= coalesce($1::timestamptz, clock_timestamp())
  order by "queuedAt" limit $2`
const FETCHED_AT_ONCE = 500

/** The spec's bound: a database that has not answered in 10 s is offline. */
const LONGEST_CHANGE_MS = 10_000

const limits = {
  max: 10,
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

/**
 * For more than one server. It connects when it is first needed and again after each failure, so the
 * database may be down when the server starts, and may restart under it.
 */
export function openPostgres(url: string, clock?: Clock): Driver {
  const pool = new Pool({ connectionString: url, ...limits })
  // A connection that breaks, idle or in use, tells so by an event too; without a listener it would end the
  // process. The pool replaces it, and whoever was using it hears of it from their query.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  let ready: Promise<void> | null = null
  async function connected(): Promise<PoolClient> {
    ready ??= preparePostgres(pool)
    try {
      await ready
    } catch (error) {
      ready = null
      throw error
    }
    return pool.connect()
  }

  /** A connection on which something failed is not used again. */
  async function onConnection<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connected()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const ask = <T>(work: (client: PoolClient) => Promise<T>) =>
    withDeadline(onConnection(work), LONGEST_CHANGE_MS, 'PostgreSQL')

  async function* rows(query: string, values: readonly unknown[]): AsyncGenerator<SqlRow> {
    const client = await connected()
    try {
      await client.query('begin isolation level repeatable read read only')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query(`declare found no scroll cursor for ${query}`, [...values])
      while (true) {
        const { rows: some } = await client.query<SqlRow>(`fetch ${FETCHED_AT_ONCE} from found`)
        yield* some
        if (some.length < FETCHED_AT_ONCE) return
      }
    } finally {
      // Ends the transaction with it, also when the reader stopped half-way.
      client.release(true)
    }
  }

  return {
    tables: {
      dialect: 'postgres',
      all: (statement) => ask((client) => run(client, statement)),
      stream: (statement) => rows(textOf(statement, dollar), statement.values),
      transact: (key, read, decide) =>
        ask(async (client) => {
          const [{ now }, ...found] = await Promise.all([
            locked(client, key, clock?.() ?? null),
            ...read.map((statement) => run(client, statement)),
          ])
          const { result, write = [] } = decide(found, now)
          await committed(
            client,
            write.map((statement) => run(client, statement)),
          )
          return result
        }),
    },
    change: (id, decide) => ask((client) => decided(client, id, decide, clock?.() ?? null)),
    changeDelivery: (id, decide) => ask((client) => decidedDelivery(client, id, decide, clock?.() ?? null)),
    due: (limit) =>
      ask(async (client) => {
        const found = await client.query<SqlRow>(DUE, [clock?.() ?? null, limit])
        return found.rows.map((row) => String(row.projectId))
      }),
    async *projects(since) {
      for await (const row of rows(sql.projects, [since ?? new Date(0)])) yield projectFrom(row)
    },
    async *unsent() {
      for await (const row of rows(sql.unsent, [])) yield deliveryFrom(row)
    },
    counts: () =>
      ask(async (client) => {
        const since = (clock?.() ?? new Date()).getTime() - STUCK_MS
        return countsFrom((await client.query<SqlRow>(sql.counts, [new Date(since)])).rows[0])
      }),
    check: () =>
      ask(async (client) => {
        const { rowCount } = await client.query('select 1 where not pg_is_in_recovery()')
        if (rowCount !== 1) throw new Error('PostgreSQL is a standby and takes no changes')
      }),
    close: () => pool.end(),
  }
}

async function decided<T>(
  client: PoolClient,
  id: string,
  decide: Decide<T>,
  testNow: Date | null,
): Promise<T> {
  const [{ now, isErased }, found] = await Promise.all([
    locked(client, id, testNow),
    client.query<SqlRow>(sql.select, [id]),
  ])
  const kept = found.rows[0] ? keptFrom(found.rows[0]) : null
  const { result, write } = decide(kept, now, isErased)
  const writing: Promise<unknown>[] = []
  if (write?.answers) writing.push(client.query(sql.putProject, [...projectValues(id, write.answers, now)]))
  if (write) writing.push(putDelivery(client, write.delivery))
  if (write?.answers) {
    const project = { id, answers: write.answers, createdAt: kept?.project.createdAt ?? now }
    const as = kept ? 'revised' : 'new'
    writing.push(
      ...filed(project, { dialect: 'postgres', as, now }).map((statement) => run(client, statement)),
    )
  }
  await committed(client, writing)
  return result
}

async function decidedDelivery<T>(
  client: PoolClient,
  id: string,
  decide: DecideDelivery<T>,
  testNow: Date | null,
): Promise<T> {
  const [{ now }, { rows }] = await Promise.all([
    locked(client, id, testNow),
    client.query<SqlRow>(sql.selectDelivery, [id]),
  ])
  const { result, write } = decide(rows[0] ? deliveryFrom(rows[0]) : null, now)
  await committed(client, write ? [putDelivery(client, write)] : [])
  return result
}

const putDelivery = (client: PoolClient, delivery: Delivery) =>
  client.query(sql.putDelivery, [...deliveryValues(delivery)])

/** What was written is kept as a whole: after one that failed, the database makes a rollback of the commit. */
const committed = (client: PoolClient, writing: readonly Promise<unknown>[]) =>
  Promise.all([...writing, client.query('commit')])

/** Begins a transaction that has the key to itself. */
async function locked(client: PoolClient, key: string, testNow: Date | null) {
  const [, { rows }] = await Promise.all([
    client.query('begin'),
    client.query<{ now: Date; erased: boolean }>(LOCK, [key, testNow, erasedHash(key)]),
  ])
  if (!rows[0]) throw new Error('PostgreSQL told no time')
  return { now: rows[0].now, isErased: rows[0].erased }
}

async function run(client: PoolClient, statement: Statement): Promise<readonly SqlRow[]> {
  return (await client.query<SqlRow>(textOf(statement, dollar), [...statement.values])).rows
}
