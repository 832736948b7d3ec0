import type { PoolClient } from 'pg'
import type { DatabaseTime } from '../database-time.ts'
import { type Statement, textOf } from '../sql/sql.ts'
import type { SqlRow } from '../sql/sql-database.ts'

export const dollar = (position: number) => `$${position}`

/** Waits while another server changes the same id. It also keeps two from creating it at once. */
const LOCK = `with locked as materialized (select pg_advisory_xact_lock(hashtextextended($1, 0))::text as done)
  select coalesce($2::timestamptz, clock_timestamp()) as "now", done from locked`

export const BEGIN = 'begin isolation level read committed'

/** Begins a transaction that has the key to itself. */
export async function locked(client: PoolClient, key: string, time: DatabaseTime): Promise<Date> {
  const [, { rows }] = await Promise.all([
    client.query(BEGIN),
    client.query<{ now: Date }>(prepared(LOCK), [key, time.override()]),
  ])
  if (!rows[0]) throw new Error('PostgreSQL told no time')
  time.told(rows[0].now)
  return rows[0].now
}

export type Write = readonly [text: string, values: readonly unknown[]]

export const asWrite = (statement: Statement): Write => [textOf(statement, dollar), statement.values]

/** After one that failed, the database makes a rollback of the commit. */
export const commit = (client: PoolClient, writes: readonly Write[], asked = (text: string) => ({ text })) =>
  inOneTrip(client, () => [
    ...writes.map(([text, values]) => client.query(asked(text), [...values])),
    client.query('commit'),
  ])

/** What is asked together goes over the line in one piece: pg writes each statement by itself, a fifth of a submission's time. */
export function inOneTrip<const T extends readonly Promise<unknown>[]>(
  { connection: { stream } }: PoolClient,
  ask: () => T,
) {
  stream.cork()
  try {
    return Promise.all(ask())
  } finally {
    stream.uncork()
  }
}

/**
 * What every submission asks for is planned once for each connection instead of each time. Not for what the desk
 * asks: its texts are many, and a connection keeps each that it was ever given.
 */
export const prepared = (text: string) => {
  const name = names.get(text) ?? `guide${names.size}`
  names.set(text, name)
  return { name, text }
}

const names = new Map<string, string>()

export async function run(client: PoolClient, statement: Statement): Promise<readonly SqlRow[]> {
  return (await client.query<SqlRow>(textOf(statement, dollar), [...statement.values])).rows
}
