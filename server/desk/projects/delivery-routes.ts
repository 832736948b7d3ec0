import type { FastifyInstance } from 'fastify'
import pLimit from 'p-limit'
import type { Backup, UnsentDelivery, UnsentMessage } from '../../../desk/api.ts'
import { isText, MAX_UNSENT } from '../../../desk/limits.ts'
import { isProjectId } from '../../../questionnaire/project.ts'
import { sendProblem } from '../../http/problem.ts'
import { COPY_CHANNEL } from '../../outbox/homeowner-copy.ts'
import { deliveryState } from '../../store/delivery.ts'
import { IS_UNSENT } from '../../store/sql/project-statements.ts'
import { deliveryFrom, messageFrom } from '../../store/sql/rows.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import type { ById, DeskRouteServices } from '../desk-services.ts'
import { nameOf } from '../inbox/summaries.ts'

const MAX_MESSAGE_ID_LENGTH = 100

/** What has not been sent: e-mails to the business and messages to webhooks; sending one now; and the last backup. */
export function addDeliveryRoutes(routes: FastifyInstance, { desk, store, backupStatus }: DeskRouteServices) {
  // Sending again uses the database connections of visitors, so it may have only one of them.
  const oneAtATime = pLimit(1)

  routes.get('/deliveries', () => unsentDeliveries(desk.db))

  routes.get('/messages', () => unsentMessages(desk.db))

  routes.post<ById>('/messages/:id/retry', async ({ params }, reply) => {
    if (!isText(params.id, MAX_MESSAGE_ID_LENGTH)) return sendProblem(reply, 404)
    const isFound = (await oneAtATime(() => store.outbox.retry(params.id))) > 0
    return isFound ? reply.code(204).send() : sendProblem(reply, 404)
  })

  routes.get('/backup', async (): Promise<Backup> => {
    const { state, at } = backupStatus()
    return { state, at: at?.toISOString() ?? null }
  })

  routes.post<ById>('/deliveries/:id/retry', async ({ params }, reply) => {
    if (!isProjectId(params.id)) return sendProblem(reply, 404)
    const isFound = await oneAtATime(async () => {
      await store.retry(params.id)
      return store.exists(params.id)
    })
    return isFound ? reply.code(204).send() : sendProblem(reply, 404)
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

/**
 * Messages that are dead or failed at least once, oldest first. The others leave within seconds, wait for these, or wait
 * for a webhook to be turned on.
 */
async function unsentMessages(db: SqlDatabase): Promise<readonly UnsentMessage[]> {
  const rows = await db.all(sql`select o.*, w.address, p.id as known_id, p."firstName", p."lastName"
    from outbox o left join desk_webhooks w on 'webhook:' || w.id = o.channel
    left join projects p on p.id = o.project_id
    where (w.id is not null or o.channel = ${COPY_CHANNEL})
      and (o.dead_at is not null or (o.attempts > 0 and coalesce(w.is_on, 1) = 1)) order by o.id limit ${MAX_UNSENT}`)
  return rows.map((row) => {
    const { id, event, attempts, lastError, queuedAt, nextAttemptAt, deadAt } = messageFrom(row)
    return {
      id,
      receiver: row.address ? new URL(String(row.address)).host : 'the homeowner',
      event,
      project: row.known_id ? { id: String(row.known_id), name: nameOf(row) } : null,
      state: deadAt ? 'dead' : 'due',
      attempts,
      reason: lastError,
      queuedAt: queuedAt.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    }
  })
}
