import { MOST_UNSENT, type UnsentDelivery } from '../../../desk/api.ts'
import { deliveryFrom } from '../../store/sql/rows.ts'
import { IS_UNSENT } from '../../store/sql/schema.ts'
import { raw, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { nameOf } from '../inbox/name-of.ts'

/** E-mails that have not gone: due, failed and dead, the oldest first. */
export async function unsentDeliveries(db: SqlDatabase): Promise<readonly UnsentDelivery[]> {
  const rows = await db.all(sql`select d.*, p."firstName", p."lastName"
    from (select * from deliveries where ${raw(IS_UNSENT)}) d join projects p on p.id = d."projectId"
    order by d."queuedAt" limit ${MOST_UNSENT}`)
  return rows.map((row) => {
    const { projectId, attempts, deadAt, lastError, queuedAt, nextAttemptAt } = deliveryFrom(row)
    return {
      projectId,
      name: nameOf(row),
      state: deadAt ? 'dead' : 'due',
      attempts,
      reason: lastError,
      queuedAt: queuedAt.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    }
  })
}
