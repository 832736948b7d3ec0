import type { Pool, PoolClient } from 'pg'
import { STORE_DEADLINE_MS, TooLate, withDeadline } from '../../lib/deadline.ts'
import { hasCode } from '../../lib/errors.ts'
import { databaseTime } from '../database-time.ts'
import { type Delivery, FURTHEST_MS, STUCK_MS } from '../delivery.ts'
import type { Clock, Decide, DecideDelivery, Decision, Driver } from '../driver.ts'
import { countsFrom, deliveryFrom, isSample, projectFrom } from '../sql/rows.ts'
import { statements } from '../sql/schema.ts'
import { textOf } from '../sql/sql.ts'
import type { SqlRow } from '../sql/sql-database.ts'
import { decided, decidedDelivery } from './changes.ts'
import { openPool } from './pool.ts'
import { preparePostgres } from './schema.ts'
import { sharedTrips } from './shared-trips.ts'
import { madeTogether, type NewProject, type Replacement, replacedTogether } from './together.ts'
import { asWrite, commit, dollar, inOneTrip, locked, run } from './transaction.ts'

const shared = statements(dollar)

const PROJECTS = shared.projects({
  order: '"createdAt", id',
  // PostgreSQL reads the list of samples once while they are few, and otherwise looks up each project.
  isSample: 'exists (select 1 from desk_projects where project_id = projects.id and is_sample = 1)',
})

const NOW = 'coalesce($1::timestamptz, clock_timestamp())'
const DUE = shared.due({ now: NOW, furthest: `${NOW} + interval '${FURTHEST_MS} milliseconds'`, limit: '$2' })
const COUNTS = shared.counts(`${NOW} - interval '${STUCK_MS} milliseconds'`)
const FETCHED_AT_ONCE = 500
/** A statement that took too long, in whatever language the database says so. */
const CANCELLED = '57014'

/** For visitors' changes, of one server. */
export const MOST_CONNECTIONS = 10
const MOST_EXPORTS = 3
const MOST_READINGS = 4
const LOCK_TIMED_OUT = '55P03'
/** Somebody reads a table that is to gain a column, and who waits for that holds up all others: not at once again. */
const LOCK_PAUSE_MS = 10_000

/**
 * For more than one server. It connects when it is first needed and again after each failure, so the
 * database may be down when the server starts, and may restart under it.
 */
export function openPostgres(url: string, clock?: Clock): Driver {
  const pool = openPool(url, MOST_CONNECTIONS)
  // Apart, because an export lasts as long as its reader likes: no visitor must wait for one.
  const exports = openPool(url, MOST_EXPORTS)
  // A search of the desk may take seconds, and no visitor must wait for one either.
  const readings = openPool(url, MOST_READINGS)

  let ready: Promise<void> | null = null
  async function prepare() {
    try {
      await preparePostgres(pool)
    } catch (error) {
      const forget = () => {
        ready = null
      }
      if (hasCode(error, LOCK_TIMED_OUT)) setTimeout(forget, LOCK_PAUSE_MS).unref()
      else forget()
      throw error
    }
  }

  async function connected(to: Pool): Promise<PoolClient> {
    ready ??= prepare()
    await ready
    return to.connect()
  }

  /** A connection on which something failed is not used again. */
  async function onConnection<T>(work: (client: PoolClient) => Promise<T>, to: Pool): Promise<T> {
    const client = await connected(to)
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  const time = databaseTime(clock)
  const inTime = <T>(work: Promise<T>) => withDeadline(work, STORE_DEADLINE_MS, 'PostgreSQL')
  const ask = <T>(work: (client: PoolClient) => Promise<T>, of = pool) => inTime(onConnection(work, of))

  async function* rows(query: string, values: readonly unknown[]): AsyncGenerator<SqlRow> {
    const client = await connected(exports)
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

  const isMade = sharedTrips<NewProject>((all) => ask((client) => madeTogether(client, all, time)))
  const isReplaced = sharedTrips<Replacement>((all) => ask((client) => replacedTogether(client, all)))

  const change = <T>(id: string, decide: Decide<T>) => ask((client) => decided(client, id, decide, time))

  /** With what else is new. */
  async function make<T>(id: string, decide: Decide<T>): Promise<T> {
    let decision: Decision<T> | undefined
    const one: NewProject = {
      id,
      decide(now) {
        decision = decide(null, now, false)
        return decision.write
      },
    }
    const began = performance.now()
    const isDone = await isMade(one).catch(goAlone)
    // Whoever asked has been told that it failed, and may have asked for something else since.
    if (performance.now() - began > STORE_DEADLINE_MS) throw new TooLate('PostgreSQL was too slow')
    return isDone && decision ? decision.result : change(id, decide)
  }

  const changeDelivery = <T>(id: string, decide: DecideDelivery<T>) =>
    ask((client) => decidedDelivery(client, id, decide, time))

  /** With what else was leased; without a lock. */
  async function replace<T>(leased: Delivery, decide: DecideDelivery<T>): Promise<T> {
    const { result, write } = decide(leased, time.now())
    const isDone = write && (await isReplaced({ leased, next: write }).catch(goAlone))
    return isDone ? result : changeDelivery(leased.projectId, decide)
  }

  return {
    sql: {
      dialect: 'postgres',
      all: (statement) => ask((client) => run(client, statement), readings),
      stream: (statement) => rows(textOf(statement, dollar), statement.values),
      transact: (key, read, decide) =>
        ask(async (client) => {
          const [now, ...found] = await inOneTrip(client, () => [
            locked(client, key, time),
            ...read.map((statement) => run(client, statement)),
          ])
          const { result, write = [] } = decide(found, now)
          await commit(client, write.map(asWrite))
          return result
        }),
    },
    change: (id, decide, expected) => inTime(expected === 'new' ? make(id, decide) : change(id, decide)),
    changeDelivery: (id, decide, leased) =>
      inTime(leased ? replace(leased, decide) : changeDelivery(id, decide)),
    due: (limit) =>
      ask(async (client) => {
        const found = await client.query<SqlRow>(DUE, [time.override(), limit])
        return found.rows.map((row) => String(row.projectId))
      }),
    async *projects(since) {
      for await (const row of rows(PROJECTS, [since ?? new Date(0)]))
        if (!isSample(row)) yield projectFrom(row)
    },
    async *unsent() {
      for await (const row of rows(shared.unsent, [])) yield deliveryFrom(row)
    },
    counts: () =>
      ask(async (client) => countsFrom((await client.query<SqlRow>(COUNTS, [time.override()])).rows[0])),
    check: () =>
      ask(async (client) => {
        const { rowCount } = await client.query(
          "select 1 where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'",
        )
        if (rowCount !== 1)
          throw new Error('PostgreSQL takes no changes: it is a standby, or set to read only')
      }),
    close: async () => void (await Promise.all([pool, exports, readings].map((each) => each.end()))),
  }
}

/**
 * A trip may fail because of one of those it carries, or with its connection: then each goes alone. Who had no answer
 * in time would hardly get one now.
 */
function goAlone(error: unknown): false {
  const isLate = error instanceof TooLate || /timeout/.test(String(error))
  if (isLate || hasCode(error, LOCK_TIMED_OUT) || hasCode(error, CANCELLED)) throw error
  return false
}
