import { randomBytes } from 'node:crypto'
import {
  type Webhook as ListedWebhook,
  MAX_WEBHOOKS,
  type NewWebhook,
  OVERLAP_HOURS,
} from '../../../desk/webhooks.ts'
import { channelOf, type Webhook, type WebhookAttempt } from '../../outbox/webhook.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { insertAuditEntry } from '../audit.ts'

/** The key of every change to webhooks. */
const WEBHOOKS = 'webhooks'
const MAX_ATTEMPTS = 10
const HOUR_MS = 3600_000

/** The webhooks that owners manage. Changes are on the audit list, under the receiver's host alone. */
export function createWebhooks(db: SqlDatabase) {
  /** Changes one webhook; returns null if there is none. */
  const change = <T>(
    id: string,
    decide: (row: SqlRow, now: Date) => { readonly result: T; readonly write: readonly Statement[] },
  ): Promise<T | null> =>
    db.transact(WEBHOOKS, [sql`select * from desk_webhooks where id = ${id}`], ([rows = []], now) =>
      rows[0] ? decide(rows[0], now) : { result: null },
    )

  const setOn = (id: string, isOn: boolean, who: string) =>
    change(id, (row, now) => ({
      result: true,
      write: [
        sql`update desk_webhooks set is_on = ${isOn ? 1 : 0} where id = ${id}`,
        insertAuditEntry(now, who, isOn ? 'webhook turned on' : 'webhook turned off', hostOf(row)),
      ],
    }))

  return {
    setOn,
    async list(): Promise<readonly ListedWebhook[]> {
      const rows = await db.all(sql`select w.*,
        (select count(*) from outbox where channel = 'webhook:' || w.id) as waiting from desk_webhooks w
        order by created_at, id`)
      return rows.map(listedFrom)
    },
    /** Returns the secret, which is shown this once; null if there are too many webhooks. */
    add: ({ address, events }: NewWebhook, who: string): Promise<string | null> =>
      db.transact(WEBHOOKS, [sql`select id from desk_webhooks`], ([rows = []], now) => {
        if (rows.length >= MAX_WEBHOOKS) return { result: null }
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
    /** Returns a new secret. The one before still signs for a while, so that the receiver can be changed in between. */
    rotate: (id: string, who: string): Promise<string | null> =>
      change(id, (row, now) => {
        const secret = newSecret()
        const until = new Date(now.getTime() + OVERLAP_HOURS * HOUR_MS).toISOString()
        return {
          result: secret,
          write: [
            sql`update desk_webhooks set secret = ${secret}, old_secret = ${String(row.secret)},
              old_secret_until = ${until} where id = ${id}`,
            insertAuditEntry(now, who, 'webhook secret rotated', hostOf(row)),
          ],
        }
      }),
    /** Its messages are deleted with it. */
    remove: (id: string, who: string) =>
      change(id, (row, now) => ({
        result: true,
        write: [
          sql`delete from outbox where channel = ${channelOf(id)}`,
          sql`delete from desk_webhooks where id = ${id}`,
          insertAuditEntry(now, who, 'webhook deleted', hostOf(row)),
        ],
      })),
    /** Also one that is off, to test it. */
    async byId(id: string): Promise<Webhook | null> {
      const [row] = await db.all(sql`select * from desk_webhooks where id = ${id}`)
      return row ? webhookFrom(row, new Date()) : null
    },
    async find(channel: string): Promise<Webhook | null> {
      const [row] = await db.all(
        sql`select * from desk_webhooks where 'webhook:' || id = ${channel} and is_on = 1`,
      )
      return row ? webhookFrom(row, new Date()) : null
    },
    async record(channel: string, attempts: readonly WebhookAttempt[]): Promise<void> {
      if (attempts.length === 0) return
      await change(idOf(channel), (row) => {
        const latest = [...attempts.toReversed(), ...attemptsFrom(row)].slice(0, MAX_ATTEMPTS)
        const write = sql`update desk_webhooks set attempts = ${JSON.stringify(latest)} where id = ${idOf(channel)}`
        return { result: true, write: [write] }
      })
    },
    async turnOff(channel: string): Promise<void> {
      await setOn(idOf(channel), false, 'answer 410')
    },
  }
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

const idOf = (channel: string) => channel.slice(channelOf('').length)

const hostOf = (row: SqlRow) => new URL(String(row.address)).host

/** Only `record` writes them. */
const attemptsFrom = (row: SqlRow): readonly WebhookAttempt[] => JSON.parse(String(row.attempts))

/** When the secret before ends, if it still signs. */
const oldSecretEnd = (row: SqlRow, now: Date) =>
  row.old_secret && String(row.old_secret_until) > now.toISOString() ? String(row.old_secret_until) : null

const webhookFrom = (row: SqlRow, now: Date): Webhook => ({
  address: String(row.address),
  secrets: [String(row.secret), ...(oldSecretEnd(row, now) ? [String(row.old_secret)] : [])],
})

const listedFrom = (row: SqlRow): ListedWebhook => ({
  id: String(row.id),
  address: String(row.address),
  // Only `add` writes them.
  events: String(row.events).split(' ') as ListedWebhook['events'],
  isOn: Number(row.is_on) === 1,
  createdAt: String(row.created_at),
  oldSecretUntil: oldSecretEnd(row, new Date()),
  waiting: Number(row.waiting),
  attempts: attemptsFrom(row),
})
