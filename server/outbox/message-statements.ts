import { randomBytes } from 'node:crypto'
import { webhookEvents } from '../../desk/webhooks.ts'
import type { DialectName } from '../db/database.ts'
import { IS_SUSPICIOUS } from '../db/project-statements.ts'
import {
  json,
  number,
  oneOf,
  orNull,
  type Query,
  query,
  queryAs,
  type RawRow,
  readRow,
  text,
  time,
} from '../db/rows.ts'
import { raw, type Statement, sql } from '../db/sql.ts'
import type { Message, MessageDetail, MessageEvent } from './message.ts'

// The SQL statements for messages, for both databases. Times are passed as ISO text.

const columns = {
  messageId: text,
  channel: text,
  projectId: text,
  event: oneOf(webhookEvents),
  detail: json<MessageDetail>(),
  sentRevision: number,
  queuedAt: time,
  attempts: number,
  nextAttemptAt: orNull(time),
  leaseToken: orNull(text),
  sentAt: orNull(time),
  deadAt: orNull(time),
  lastError: text,
}

export function messageFrom(raw: RawRow): Message {
  const { messageId: id, ...message } = readRow(raw, columns)
  return { id, ...message }
}

export const newMessageId = () => `msg_${randomBytes(16).toString('base64url')}`

export const insertMessage = (message: Message): Statement =>
  sql`insert into messages (message_id, channel, project_id, event, detail, sent_revision, queued_at, attempts,
      next_attempt_at, lease_token, sent_at, dead_at, last_error)
    values (${message.id}, ${message.channel}, ${message.projectId}, ${message.event},
      ${JSON.stringify(message.detail)}, ${message.sentRevision}, ${message.queuedAt.toISOString()}, ${message.attempts},
      ${toText(message.nextAttemptAt)}, ${message.leaseToken}, ${toText(message.sentAt)}, ${toText(message.deadAt)},
      ${message.lastError})`

export const updateMessage = (message: Message): Statement =>
  sql`update messages set event = ${message.event}, detail = ${JSON.stringify(message.detail)},
    sent_revision = ${message.sentRevision}, queued_at = ${message.queuedAt.toISOString()},
    attempts = ${message.attempts}, next_attempt_at = ${toText(message.nextAttemptAt)},
    lease_token = ${message.leaseToken}, sent_at = ${toText(message.sentAt)}, dead_at = ${toText(message.deadAt)},
    last_error = ${message.lastError} where message_id = ${message.id}`

export const deleteMessage = (id: string): Statement => sql`delete from messages where message_id = ${id}`

interface WebhookMessages {
  readonly projectId: string
  readonly event: MessageEvent
  readonly detail?: Readonly<Record<string, string>>
  readonly now: Date
  /** When an update is sent. Until then, later updates may join it. */
  readonly sendAt?: Date
}

/**
 * Queues a message for each webhook that subscribes to the event, unless the project is suspicious or a sample. An update
 * joins an unsent one, unless there is another event between them.
 */
export function insertWebhookMessages(
  { projectId, event, detail = {}, now, sendAt = now }: WebhookMessages,
  dialect: DialectName,
): Statement {
  const joins = sql`exists (select 1 from messages m where m.project_id = ${projectId}
    and m.channel = 'webhook:' || w.id and m.event = 'project.updated' and m.next_attempt_at is not null
    and m.dead_at is null and m.lease_token is null and not exists (select 1 from messages n
      where n.project_id = m.project_id and n.channel = m.channel and n.id > m.id))`
  return sql`insert into messages (message_id, channel, project_id, event, detail, queued_at, next_attempt_at)
    select cast(${`${newMessageId()}_`} as text) || w.id, 'webhook:' || w.id, p.project_id, ${event},
      ${JSON.stringify(detail)}, ${now.toISOString()}, ${sendAt.toISOString()}
    from desk_webhooks w join desk_projects p on p.project_id = ${projectId}
    where w.is_on = 1 and ' ' || w.events || ' ' like ${`% ${event} %`} and p.is_sample = 0
      and not ${IS_SUSPICIOUS} ${event === 'project.updated' ? sql`and not ${joins}` : raw('')}
    ${raw(dialect === 'postgres' ? FOR_KEY_SHARE : '')}`
}

/** Makes deleting a webhook wait for this statement, so that it also deletes the new message. */
const FOR_KEY_SHARE = 'for key share of w'

/** Messages of a webhook that is off wait until it is turned on again. */
const IS_PAUSED = raw("channel in (select 'webhook:' || id from desk_webhooks where is_on = 0)")

const IS_WAITING = raw('(next_attempt_at is not null and dead_at is null)')
export const IS_UNSENT = raw('(next_attempt_at is not null or dead_at is not null)')

export interface DueTimes {
  readonly now: Statement
  /** MAX_DELAY_MS from now. */
  readonly latest: Statement
}

/** The same rule as isDue in message.ts. */
const isDueNow = ({ now, latest }: DueTimes) =>
  sql`(${IS_WAITING} and (next_attempt_at <= ${now} or next_attempt_at > ${latest}
    or (${now} < queued_at and queued_at <= next_attempt_at and lease_token is null)))`

export const selectDueChannels = (times: DueTimes) =>
  query(sql`select distinct channel from messages where ${isDueNow(times)} and not ${IS_PAUSED}`, {
    channel: text,
  })

export const selectDueMessages = (channel: string, times: DueTimes, limit: number): Query<Message> =>
  queryAs(
    sql`select * from messages o where channel = ${channel} and ${isDueNow(times)} and not ${IS_PAUSED} and not exists
      (select 1 from messages e where e.project_id = o.project_id and e.channel = o.channel and e.id < o.id
        and e.next_attempt_at is not null and e.dead_at is null)
      order by id limit ${limit}`,
    messageFrom,
  )

export const selectMessage = (id: string): Query<Message> =>
  queryAs(sql`select * from messages where message_id = ${id}`, messageFrom)

export const selectMessagesOf = (projectId: string): Query<Message> =>
  queryAs(sql`select * from messages where project_id = ${projectId} order by id`, messageFrom)

/** A project's only message in a channel that sends the latest state. */
export const selectLatest = (projectId: string, channel: string): Query<Message> =>
  queryAs(sql`select * from messages where project_id = ${projectId} and channel = ${channel}`, messageFrom)

/** The oldest waiting message of the same project and channel that is older than this one. */
export const selectEarlier = ({ id, channel, projectId }: Message): Query<Message> =>
  queryAs(
    sql`select * from messages where project_id = ${projectId} and channel = ${channel}
      and ${IS_WAITING} and id < (select id from messages where message_id = ${id}) order by id limit 1`,
    messageFrom,
  )

export const selectUnsent: Query<Message> = queryAs(
  sql`select * from messages where ${IS_UNSENT} order by id`,
  messageFrom,
)

export const selectCounts = (stuckBefore: Statement) =>
  query(
    sql`select channel,
      sum(case when dead_at is null and not ${IS_PAUSED} then 1 else 0 end) as due,
      sum(case when dead_at is null and queued_at < ${stuckBefore} and not ${IS_PAUSED} then 1 else 0 end) as stuck,
      sum(case when dead_at is not null then 1 else 0 end) as dead
      from messages where ${IS_UNSENT} group by channel`,
    { channel: text, due: number, stuck: number, dead: number },
  )

/** For SQLite, which only one machine uses. */
export const selectLeases = query(
  sql`select distinct lease_token from messages where next_attempt_at is not null and lease_token is not null`,
  { leaseToken: text },
)

export const releaseLease = (token: string): Statement =>
  sql`update messages set lease_token = null, next_attempt_at = case when dead_at is null then queued_at end
    where lease_token = ${token} and next_attempt_at is not null`

const toText = (time: Date | null) => time?.toISOString() ?? null
