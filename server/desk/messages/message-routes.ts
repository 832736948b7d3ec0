import pLimit from 'p-limit'
import type { Backup, UnsentMessage } from '../../../desk/api.ts'
import { MAX_UNSENT } from '../../../desk/limits.ts'
import type { Database } from '../../db/database.ts'
import { selectProject } from '../../db/project-statements.ts'
import { orNull, queryAs, readRow, text } from '../../db/rows.ts'
import { raw, type Statement, sql } from '../../db/sql.ts'
import { sendProblem } from '../../http/problem.ts'
import { byId, type Routes } from '../../http/routes.ts'
import { kindOf } from '../../outbox/channel.ts'
import { IS_UNSENT, messageFrom, selectMessage } from '../../outbox/message-statements.ts'
import type { DeskRouteServices } from '../desk.ts'
import { nameOf } from '../inbox/summaries.ts'

/** Lists and retries the unsent messages of all channels, and reports the last backup. */
export function addMessageRoutes(routes: Routes, { desk, queue, backupStatus }: DeskRouteServices) {
  // Changing the queue uses the database connections of visitors, so only one change may run at a time.
  const oneAtATime = pLimit(1)

  routes.get('/messages', () => unsentMessages(desk.db))

  routes.post('/messages/:id/retry', { schema: byId }, async ({ params: { id } }, reply) => {
    // The queue would also accept the id of a project, or `all`.
    const found = await desk.db.all(selectMessage(id))
    if (found.length === 0) return sendProblem(reply, 404)
    await oneAtATime(() => queue.retry(id))
    return reply.code(204).send()
  })

  routes.get('/backup', async (): Promise<Backup> => {
    const { state, at } = backupStatus()
    return { state, at: at?.toISOString() ?? null }
  })

  // Scripts may use these routes, which are older than the channels.
  routes.get('/deliveries', async () => {
    const unsent = await unsentMessages(desk.db, raw(`m.channel = 'specialist'`))
    return unsent.flatMap(({ project, state, attempts, reason, queuedAt, nextAttemptAt }) => {
      if (!project) return []
      const { id: projectId, name } = project
      return [{ projectId, name, state, attempts, reason, queuedAt, nextAttemptAt }]
    })
  })

  routes.post('/deliveries/:id/retry', { schema: byId }, async ({ params: { id } }, reply) => {
    const found = await desk.db.all(selectProject(id))
    if (found.length === 0) return sendProblem(reply, 404)
    await oneAtATime(() => queue.retry(id))
    return reply.code(204).send()
  })
}

/** Omits messages that are sent within seconds, that wait for others, or whose webhook is off. */
const IS_LISTED = raw(`(m.dead_at is not null or (m.attempts > 0 and coalesce(w.is_on, 1) = 1)
  or (m.channel in ('specialist', 'document') and m.sent_revision = 0))
  and (w.id is not null or m.channel not like 'webhook:%')`)

/** Oldest first. */
async function unsentMessages(
  db: Database,
  condition: Statement = raw('1 = 1'),
): Promise<readonly UnsentMessage[]> {
  const select = sql`select m.*, w.address, p.id as known_id,
      coalesce(p."firstName", '') as "firstName", coalesce(p."lastName", '') as "lastName"
    from (select * from messages where ${IS_UNSENT}) m
    left join desk_webhooks w on 'webhook:' || w.id = m.channel left join projects p on p.id = m.project_id
    where ${IS_LISTED} and ${condition} order by m.queued_at, m.id limit ${MAX_UNSENT}`
  const rows = await db.all(
    queryAs(select, (row) => ({ ...readRow(row, columns), message: messageFrom(row) })),
  )
  return rows.map(({ message, address, knownId, ...name }) => ({
    id: message.id,
    channel: kindOf(message.channel),
    receiver: address === null ? '' : new URL(address).host,
    event: message.event,
    project: knownId === null ? null : { id: knownId, name: nameOf(name) },
    state: message.deadAt ? 'dead' : 'due',
    attempts: message.attempts,
    reason: message.lastError,
    queuedAt: message.queuedAt.toISOString(),
    nextAttemptAt: message.nextAttemptAt?.toISOString() ?? null,
  }))
}

const columns = { address: orNull(text), knownId: orNull(text), firstName: text, lastName: text }
