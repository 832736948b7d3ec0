import type { DialectName } from '../database.ts'

/**
 * Webhooks, and the unsent messages. `events` has names of events, separated by spaces. A message is deleted after it was
 * sent. Ids are in the order of the events.
 */
export function outbox(dialect: DialectName): readonly string[] {
  const time = dialect === 'sqlite' ? 'text' : 'timestamptz(3)'
  const id =
    dialect === 'sqlite'
      ? 'integer primary key autoincrement'
      : 'bigint generated always as identity primary key'
  return [
    `create table desk_webhooks (
      id text primary key, address text not null, events text not null, is_on integer not null default 1,
      secret text not null, old_secret text, old_secret_until text, created_at text not null,
      attempts text not null default '[]'
    )`,
    `create table outbox (
      id ${id}, message_id text not null unique, channel text not null, project_id text not null,
      event text not null, detail text not null, queued_at ${time} not null, attempts integer not null default 0,
      next_attempt_at ${time}, lease_token text, dead_at ${time}, last_error text not null default ''
    )`,
    'create index outbox_waiting on outbox (channel, id) where next_attempt_at is not null',
    'create index outbox_project on outbox (project_id, channel, id)',
  ]
}
