import { randomBytes } from 'node:crypto'
import type { NewWebhook } from '../../../desk/requests.ts'
import {
  type Webhook as ListedWebhook,
  MAX_WEBHOOKS,
  OVERLAP_HOURS,
  webhookEvents,
} from '../../../desk/webhooks.ts'
import { insertAuditEntry } from '../../db/audit-entry.ts'
import type { Database } from '../../db/database.ts'
import { flag, json, number, orNull, type Query, query, type RowOf, text, words } from '../../db/rows.ts'
import { type Statement, sql } from '../../db/sql.ts'
import { channelOf } from '../../outbox/channel.ts'
import type { WebhookAttempt } from '../../outbox/channels/webhook.ts'
import { IS_UNSENT } from '../../outbox/message-statements.ts'

/** The key of every change to webhooks. */
const WEBHOOKS = 'webhooks'
const MAX_ATTEMPTS = 10
const HOUR_MS = 3600_000

const columns = {
  id: text,
  address: text,
  events: words,
  isOn: flag,
  secret: text,
  oldSecret: orNull(text),
  oldSecretUntil: orNull(text),
  createdAt: text,
  attempts: json<readonly WebhookAttempt[]>(),
}
type WebhookRow = RowOf<typeof columns>

const selectWebhook = (id: string): Query<WebhookRow> =>
  query(sql`select * from desk_webhooks where id = ${id}`, columns)

/** The webhooks that owners manage. The audit list has each change with the receiver's host. */
export function createWebhooks(db: Database) {
  /** Changes one webhook; returns null if there is none. */
  const change = <T>(
    id: string,
    decide: (row: WebhookRow, now: Date) => { readonly result: T; readonly write: readonly Statement[] },
  ): Promise<T | null> =>
    db.transact(WEBHOOKS, [selectWebhook(id)], ([[row]], now) => (row ? decide(row, now) : { result: null }))

  const setOn = (id: string, isOn: boolean, who: string) =>
    change(id, (row, now) => ({
      result: true,
      write: [
        sql`update desk_webhooks set is_on = ${isOn ? 1 : 0} where id = ${id}`,
        // Messages that waited while it was off start again with all their attempts.
        ...(isOn
          ? [sql`update messages set attempts = 0 where channel = ${channelOf(id)} and dead_at is null`]
          : []),
        insertAuditEntry(now, who, isOn ? 'webhook turned on' : 'webhook turned off', hostOf(row)),
      ],
    }))

  return {
    setOn,
    async list(): Promise<readonly ListedWebhook[]> {
      const select = sql`select w.*,
        (select count(*) from messages where channel = 'webhook:' || w.id and ${IS_UNSENT}) as waiting
        from desk_webhooks w order by created_at, id`
      return (await db.all(query(select, { ...columns, waiting: number }))).map(listedFrom)
    },
    /** Returns the secret, which is only shown once, or null if there are too many webhooks. */
    add: ({ address, events }: NewWebhook, who: string): Promise<string | null> =>
      db.transact(WEBHOOKS, [query(sql`select id from desk_webhooks`, {})], ([added], now) => {
        if (added.length >= MAX_WEBHOOKS) return { result: null }
        const secret = newSecret()
        return {
          result: secret,
          write: [
            sql`insert into desk_webhooks (id, address, events, secret, created_at)
              values (${randomBytes(9).toString('base64url')}, ${address}, ${events.join(' ')}, ${secret}, ${now.toISOString()})`,
            insertAuditEntry(now, who, 'webhook added', new URL(address).host),
          ],
        }
      }),
    /** Returns a new secret. The old one still signs for a while, so that the receiver can be updated. */
    rotate: (id: string, who: string): Promise<string | null> =>
      change(id, (row, now) => {
        const secret = newSecret()
        const until = new Date(now.getTime() + OVERLAP_HOURS * HOUR_MS).toISOString()
        return {
          result: secret,
          write: [
            sql`update desk_webhooks set secret = ${secret}, old_secret = ${row.secret},
              old_secret_until = ${until} where id = ${id}`,
            insertAuditEntry(now, who, 'webhook secret rotated', hostOf(row)),
          ],
        }
      }),
    /** Deletes a webhook and its messages. */
    remove: (id: string, who: string) =>
      change(id, (row, now) => ({
        result: true,
        write: [
          // The row comes first, so that PostgreSQL waits for transactions that are queueing a message for it
          // (insertWebhookMessages locks the row), and the next statement also deletes that message.
          sql`delete from desk_webhooks where id = ${id}`,
          sql`delete from messages where channel = ${channelOf(id)}`,
          insertAuditEntry(now, who, 'webhook deleted', hostOf(row)),
        ],
      })),
    async find(id: string) {
      const [row] = await db.all(selectWebhook(id))
      return row ? webhookFrom(row, new Date()) : null
    },
    async record(id: string, attempt: WebhookAttempt): Promise<void> {
      await change(id, (row) => {
        const latest = [attempt, ...row.attempts].slice(0, MAX_ATTEMPTS)
        const write = sql`update desk_webhooks set attempts = ${JSON.stringify(latest)} where id = ${id}`
        return { result: true, write: [write] }
      })
    },
  }
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const hostOf = ({ address }: WebhookRow) => new URL(address).host

/** When the old secret expires, or null if it has expired. */
const oldSecretEnd = ({ oldSecretUntil }: WebhookRow, now: Date) =>
  oldSecretUntil !== null && oldSecretUntil > now.toISOString() ? oldSecretUntil : null

const webhookFrom = (row: WebhookRow, now: Date) => ({
  address: row.address,
  isOn: row.isOn,
  secrets: [row.secret, ...(row.oldSecret !== null && oldSecretEnd(row, now) ? [row.oldSecret] : [])],
})

const listedFrom = (row: WebhookRow & { readonly waiting: number }): ListedWebhook => ({
  // Named one by one, so that no secret is listed.
  id: row.id,
  address: row.address,
  events: webhookEvents.filter((event) => row.events.includes(event)),
  isOn: row.isOn,
  createdAt: row.createdAt,
  oldSecretUntil: oldSecretEnd(row, new Date()),
  waiting: row.waiting,
  attempts: row.attempts,
})
