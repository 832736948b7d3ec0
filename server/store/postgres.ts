import type { PoolClient } from 'pg'
import { withDeadline } from '../deadline.ts'
import { hasCode } from '../has-code.ts'
import { type Delivery, STUCK_MS } from './delivery.ts'
import type { Clock, Decide, DecideDelivery, Driver } from './driver.ts'
import { erasedHash, filed } from './filing.ts'
import { openPool } from './postgres-pool.ts'
import { preparePostgres } from './postgres-schema.ts'
import { type Statement, textOf } from './sql.ts'
import {
  countsFrom,
  deliveryFrom,
  deliveryValues,
  isSample,
  keptFrom,
  projectFrom,
  projectValues,
  type SqlRow,
} from './sql-rows.ts'
import { deliveryColumns, statements } from './sql-schema.ts'

const dollar = (position: number) => `$${position}`
const sql = statements(dollar)

const PROJECTS = sql.projects({
  oldest: '"createdAt", id',
  // PostgreSQL reads the list of samples once while they are few, and otherwise looks up each project.
  isSample: 'exists (select 1 from desk_files where project = projects.id and sample = 1)',
})

/** What one id is waited for while another server changes it. It also keeps two from creating it at once. */
const LOCK = `with locked as materialized (select pg_advisory_xact_lock(hashtextextended($1, 0))::text as done)
  select coalesce($2::timestamptz, clock_timestamp()) as "now", done from locked`
/**
 * Always a row. It comes after the lock, in a statement of its own: the lock's sees what was there before it
 * waited. The delivery's row is held as well, because REPLACE_LEASED does not ask for the lock.
 */
const SELECT = `select exists (select 1 from desk_erased where hash = $2) as "isErased", kept.*
  from (values (1)) as one left join (${sql.select} for update of d) as kept on true`
const SELECT_DELIVERY = `${sql.selectDelivery} for update`
/**
 * Writes a delivery that is still leased as it was: a lease is nobody else's, an edit has another revision,
 * and one that was held meanwhile has no next attempt.
 */
const REPLACE_LEASED = `update deliveries set ${sql.setDelivery} where "projectId" = $1
  and "leaseToken" = $${deliveryColumns.length + 2} and revision = $${deliveryColumns.length + 3} and "nextAttemptAt" is not null`
const DUE = `select "projectId" from deliveries where "nextAttemptAt" <= coalesce($1::timestamptz, clock_timestamp())
  order by "queuedAt" limit $2`
const FETCHED_AT_ONCE = 500

/** The bound of docs/decisions/0001: a database that has not answered in 10 s is offline. */
const LONGEST_CHANGE_MS = 10_000

const MOST_CONNECTIONS = 10
const MOST_EXPORTS = 3
/** Somebody reads a table that is to gain a column. Whoever waits for it has all others wait, so not at once again. */
const LOCK_TIMED_OUT = '55P03'
const LOCK_PAUSE_MS = 10_000

/**
 * For more than one server. It connects when it is first needed and again after each failure, so the
 * database may be down when the server starts, and may restart under it.
 */
export function openPostgres(url: string, clock?: Clock): Driver {
  const pool = openPool(url, MOST_CONNECTIONS)
  // Apart, because an export lasts as long as its reader likes: no visitor must wait for one.
  const exports = openPool(url, MOST_EXPORTS)

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

  async function connected(to = pool): Promise<PoolClient> {
    ready ??= prepare()
    await ready
    return to.connect()
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

  const time = databaseTime(clock)
  const ask = <T>(work: (client: PoolClient) => Promise<T>) =>
    withDeadline(onConnection(work), LONGEST_CHANGE_MS, 'PostgreSQL')

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

  return {
    tables: {
      dialect: 'postgres',
      all: (statement) => ask((client) => run(client, statement)),
      stream: (statement) => rows(textOf(statement, dollar), statement.values),
      transact: (key, read, decide) =>
        ask(async (client) => {
          const [now, ...found] = await Promise.all([
            locked(client, key, time),
            ...read.map((statement) => run(client, statement)),
          ])
          const { result, write = [] } = decide(found, now)
          await commit(client, write.map(asWrite))
          return result
        }),
    },
    change: (id, decide) => ask((client) => decided(client, id, decide, time)),
    changeDelivery: (id, decide, leased) =>
      ask(async (client) => {
        const replaced = leased && (await replacedLeased(client, leased, decide, time))
        return replaced ? replaced.result : decidedDelivery(client, id, decide, time)
      }),
    due: (limit) =>
      ask(async (client) => {
        const found = await client.query<SqlRow>(DUE, [clock?.() ?? null, limit])
        return found.rows.map((row) => String(row.projectId))
      }),
    async *projects(since) {
      for await (const row of rows(PROJECTS, [since ?? new Date(0)]))
        if (!isSample(row)) yield projectFrom(row)
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
        const { rowCount } = await client.query(
          "select 1 where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'",
        )
        if (rowCount !== 1)
          throw new Error('PostgreSQL takes no changes: it is a standby, or set to read only')
      }),
    close: async () => void (await Promise.all([pool.end(), exports.end()])),
  }
}

async function decided<T>(client: PoolClient, id: string, decide: Decide<T>, time: DatabaseTime): Promise<T> {
  const [now, { rows }] = await Promise.all([
    locked(client, id, time),
    client.query<SqlRow>(prepared(SELECT), [id, erasedHash(id)]),
  ])
  const kept = rows[0]?.id ? keptFrom(rows[0]) : null
  const { result, write } = decide(kept, now, rows[0]?.isErased === true)
  const writes: Write[] = []
  if (write?.answers) writes.push([sql.putProject, projectValues(id, write.answers, now)])
  if (write) writes.push(putDelivery(write.delivery))
  if (write?.answers) {
    const project = { id, answers: write.answers, createdAt: kept?.project.createdAt ?? now }
    const filing = { as: kept ? 'revised' : 'new', before: kept?.project.answers, now } as const
    writes.push(...filed(project, { dialect: 'postgres', ...filing }).map(asWrite))
  }
  await commit(client, writes, prepared)
  return result
}

async function decidedDelivery<T>(
  client: PoolClient,
  id: string,
  decide: DecideDelivery<T>,
  time: DatabaseTime,
): Promise<T> {
  const [now, { rows }] = await Promise.all([
    locked(client, id, time),
    client.query<SqlRow>(SELECT_DELIVERY, [id]),
  ])
  const { result, write } = decide(rows[0] ? deliveryFrom(rows[0]) : null, now)
  await commit(client, write ? [putDelivery(write)] : [])
  return result
}

/** In one trip and without a lock; null where the delivery is no longer as it was leased. */
async function replacedLeased<T>(
  client: PoolClient,
  leased: Delivery,
  decide: DecideDelivery<T>,
  time: DatabaseTime,
): Promise<{ readonly result: T } | null> {
  const { result, write } = decide(leased, time.now())
  if (!write) return null
  const values = [...deliveryValues(write), leased.leaseToken, leased.revision]
  const { rowCount } = await client.query(prepared(REPLACE_LEASED), values)
  return rowCount === 1 ? { result } : null
}

type Write = readonly [text: string, values: readonly unknown[]]

const putDelivery = (delivery: Delivery): Write => [sql.putDelivery, deliveryValues(delivery)]
const asWrite = (statement: Statement): Write => [textOf(statement, dollar), statement.values]

/** All in one trip. After one that failed, the database makes a rollback of the commit. */
const commit = (client: PoolClient, writes: readonly Write[], asked = (text: string) => ({ text })) =>
  Promise.all([
    ...writes.map(([text, values]) => client.query(asked(text), [...values])),
    client.query('commit'),
  ])

/**
 * What every submission asks for is planned once for each connection instead of each time. Not for what is
 * asked twice in one trip: the second would be prepared before the first is known to be.
 */
const prepared = (text: string) => {
  const name = names.get(text) ?? `guide${names.size}`
  names.set(text, name)
  return { name, text }
}

const names = new Map<string, string>()

/** Begins a transaction that has the key to itself. */
async function locked(client: PoolClient, key: string, time: DatabaseTime): Promise<Date> {
  const [, { rows }] = await Promise.all([
    client.query('begin isolation level read committed'),
    client.query<{ now: Date }>(prepared(LOCK), [key, time.wanted()]),
  ])
  if (!rows[0]) throw new Error('PostgreSQL told no time')
  time.told(rows[0].now)
  return rows[0].now
}

/** The one clock of all servers is the database's. Between two answers it goes on by a clock nobody can set. */
function databaseTime(clock: Clock | undefined) {
  let last = { time: Date.now(), at: performance.now() }
  return {
    /** A test's time, which the database is to take for its own. */
    wanted: () => clock?.() ?? null,
    told(now: Date) {
      last = { time: now.getTime(), at: performance.now() }
    },
    now: () => clock?.() ?? new Date(last.time + performance.now() - last.at),
  }
}

type DatabaseTime = ReturnType<typeof databaseTime>

async function run(client: PoolClient, statement: Statement): Promise<readonly SqlRow[]> {
  return (await client.query<SqlRow>(textOf(statement, dollar), [...statement.values])).rows
}
