import { type Message, type MessageEvent, newMessageId } from '../outbox.ts'
import { type DueTimes, IS_SUSPICIOUS, isDueNow } from './project-statements.ts'
import { raw, type Statement, sql } from './sql.ts'

// The statements on messages, for both SQL databases. Times are passed as ISO text.

interface NewMessages {
  readonly projectId: string
  readonly event: MessageEvent
  readonly detail?: Readonly<Record<string, string>>
  readonly now: Date
}

/** Queues a message for each webhook that wants the event, unless the project is suspicious or a sample. */
export function enqueue({ projectId, event, detail = {}, now }: NewMessages): Statement {
  const at = now.toISOString()
  return sql`insert into outbox (message_id, channel, project_id, event, detail, queued_at, next_attempt_at)
    select cast(${`${newMessageId()}_`} as text) || w.id, 'webhook:' || w.id, p.project_id, ${event},
      ${JSON.stringify(detail)}, ${at}, ${at}
    from desk_webhooks w join desk_projects p on p.project_id = ${projectId}
    where w.is_on = 1 and ' ' || w.events || ' ' like ${`% ${event} %`} and p.is_sample = 0
      and not ${IS_SUSPICIOUS}`
}

/** The messages of a webhook that is off wait until it is on again. */
const IS_PAUSED = raw("channel in (select 'webhook:' || id from desk_webhooks where is_on = 0)")

const isDueMessage = (times: DueTimes) => isDueNow(['next_attempt_at', 'queued_at', 'lease_token'], times)

export const selectDueChannels = (times: DueTimes): Statement =>
  sql`select distinct channel from outbox where ${isDueMessage(times)} and not ${IS_PAUSED}`

export const selectDueMessages = (channel: string, times: DueTimes, limit: number): Statement =>
  sql`select * from outbox o where channel = ${channel} and ${isDueMessage(times)} and not exists
    (select 1 from outbox e where e.project_id = o.project_id and e.channel = o.channel and e.id < o.id
      and e.next_attempt_at is not null)
    order by id limit ${limit}`

export const selectMessage = (id: string): Statement => sql`select * from outbox where message_id = ${id}`

export const selectEarlierMessage = ({ id, channel, projectId }: Message): Statement =>
  sql`select * from outbox where project_id = ${projectId} and channel = ${channel}
    and next_attempt_at is not null and id < (select id from outbox where message_id = ${id}) order by id limit 1`

export const selectMessages: Statement = sql`select * from outbox order by id`

export const saveMessage = (message: Message): Statement =>
  sql`update outbox set queued_at = ${message.queuedAt.toISOString()}, attempts = ${message.attempts},
    next_attempt_at = ${toText(message.nextAttemptAt)}, lease_token = ${message.leaseToken},
    dead_at = ${toText(message.deadAt)}, last_error = ${message.lastError} where message_id = ${message.id}`

export const deleteMessage = (id: string): Statement => sql`delete from outbox where message_id = ${id}`

/** Before a project is erased. A message that is being sent stays, so that `project.erased` comes after it. */
export const deleteMessagesAbout = (projectId: string): Statement =>
  sql`delete from outbox where project_id = ${projectId} and lease_token is null`

export const selectMessageCounts = (stuckBefore: Statement): Statement => sql`select
  sum(case when next_attempt_at is not null and dead_at is null and not ${IS_PAUSED} then 1 else 0 end) as due,
  sum(case when next_attempt_at is not null and dead_at is null and queued_at < ${stuckBefore}
    and not ${IS_PAUSED} then 1 else 0 end) as stuck,
  sum(case when dead_at is not null then 1 else 0 end) as dead from outbox`

const toText = (time: Date | null) => time?.toISOString() ?? null
