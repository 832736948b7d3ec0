import type { PoolClient } from 'pg'
import type { DatabaseTime } from '../database-time.ts'
import type { Delivery } from '../delivery.ts'
import type { Decide, DecideDelivery } from '../driver.ts'
import { erasedHash, indexStatements } from '../sql/project-index.ts'
import { deliveryFrom, deliveryValues, keptFrom, projectValues } from '../sql/rows.ts'
import { statements } from '../sql/schema.ts'
import type { SqlRow } from '../sql/sql-database.ts'
import { asWrite, commit, dollar, inOneTrip, locked, prepared, type Write } from './transaction.ts'

const shared = statements(dollar)

/**
 * Always a row. It comes after the lock, in a statement of its own: the lock's sees what was there before it
 * waited. The delivery's row is held as well, because REPLACE of postgres-together.ts does not ask for the lock.
 */
const SELECT = `select exists (select 1 from desk_erased where hash = $2) as is_erased, kept.*
  from (values (1)) as one left join (${shared.select} for update of d) as kept on true`
const SELECT_DELIVERY = `${shared.selectDelivery} for update`

/** Reads a project with its delivery, and writes what is decided of them, in one transaction. */
export async function decided<T>(
  client: PoolClient,
  id: string,
  decide: Decide<T>,
  time: DatabaseTime,
): Promise<T> {
  const [now, { rows }] = await inOneTrip(client, () => [
    locked(client, id, time),
    client.query<SqlRow>(prepared(SELECT), [id, erasedHash(id)]),
  ])
  const kept = rows[0]?.id ? keptFrom(rows[0]) : null
  const { result, write } = decide(kept, now, rows[0]?.is_erased === true)
  const writes: Write[] = []
  if (write?.answers) writes.push([shared.putProject, projectValues(id, write.answers, now)])
  if (write) writes.push(putDelivery(write.delivery))
  if (write?.answers) {
    const project = { id, answers: write.answers, createdAt: kept?.project.createdAt ?? now }
    const kind = kept ? 'revised' : 'new'
    const indexing = { dialect: 'postgres', kind, now, before: kept?.project.answers } as const
    writes.push(...indexStatements(project, indexing).map(asWrite))
  }
  await commit(client, writes, prepared)
  return result
}

/** The same of its delivery alone. */
export async function decidedDelivery<T>(
  client: PoolClient,
  id: string,
  decide: DecideDelivery<T>,
  time: DatabaseTime,
): Promise<T> {
  const [now, { rows }] = await inOneTrip(client, () => [
    locked(client, id, time),
    client.query<SqlRow>(SELECT_DELIVERY, [id]),
  ])
  const { result, write } = decide(rows[0] ? deliveryFrom(rows[0]) : null, now)
  await commit(client, write ? [putDelivery(write)] : [])
  return result
}

const putDelivery = (delivery: Delivery): Write => [shared.putDelivery, deliveryValues(delivery)]
