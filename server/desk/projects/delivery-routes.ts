import type { FastifyInstance } from 'fastify'
import type { Backup, UnsentDelivery } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import { isProjectId } from '../../../questionnaire/project.ts'
import { sendProblem } from '../../http/problem.ts'
import { deliveryState } from '../../store/delivery.ts'
import { IS_UNSENT } from '../../store/sql/project-statements.ts'
import { deliveryFrom } from '../../store/sql/rows.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import type { ById, DeskRouteServices } from '../desk-services.ts'
import { nameOf } from '../inbox/summaries.ts'

/** The e-mails to the business that have not been sent, and sending one of them now; and the last backup. */
export function addDeliveryRoutes(routes: FastifyInstance, { desk, store, backupStatus }: DeskRouteServices) {
  routes.get('/deliveries', () => unsentDeliveries(desk.db))

  routes.get('/backup', async (): Promise<Backup> => {
    const { state, at } = backupStatus()
    return { state, at: at?.toISOString() ?? null }
  })

  routes.post<ById>('/deliveries/:id/retry', async ({ params }, reply) => {
    if (!isProjectId(params.id) || !(await store.exists(params.id))) return sendProblem(reply, 404)
    await store.retry(params.id)
    return reply.code(204).send()
  })
}

/** E-mails that have not been sent, oldest first: due, failed or dead. */
async function unsentDeliveries(db: SqlDatabase): Promise<readonly UnsentDelivery[]> {
  const rows = await db.all(sql`select d.*, p."firstName", p."lastName"
    from (select * from deliveries where ${IS_UNSENT}) d join projects p on p.id = d."projectId"
    order by d."queuedAt" limit ${MAX_UNSENT}`)
  return rows.map((row) => {
    const delivery = deliveryFrom(row)
    const { projectId, attempts, lastError, queuedAt, nextAttemptAt } = delivery
    return {
      projectId,
      name: nameOf(row),
      state: deliveryState(delivery),
      attempts,
      reason: lastError,
      queuedAt: queuedAt.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    }
  })
}
