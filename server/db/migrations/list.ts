import type { DialectName } from '../database.ts'
import { generatedId, timeType } from '../schema.ts'
import { firstRelease } from './1-first-release.ts'
import { plainNames } from './2-plain-names.ts'
import { messages } from './10-messages.ts'

/**
 * The position in the list is the version, starting at 1. Never edit a released migration; add a new one at the end. The
 * columns of `projects` follow the questionnaire instead (schema.ts).
 */
export const migrations: readonly ((dialect: DialectName) => readonly string[])[] = [
  firstRelease,
  plainNames,
  // 3: Words are now indexed in the transaction that saves a project, so there is no queue for indexing.
  (dialect) => [
    'drop table desk_word_rules',
    ...(dialect === 'sqlite'
      ? [
          'drop table desk_unread',
          'drop table desk_search',
          "create virtual table desk_search using fts5(words, content='', contentless_delete=1)",
        ]
      : []),
  ],
  // 4: Counts of failed sign-ins, and the browsers in which a person has signed in.
  () => [
    'create table desk_sign_in_failures (counter integer primary key, failures integer not null, at text not null)',
    `create table desk_devices (
      hash text not null, email text not null, seen_at text not null, primary key (hash, email)
    )`,
  ],
  // 5: An index of the suspicious projects, which are few. schema.ts adds the column.
  () => [`create index deliveries_suspicious on deliveries ("projectId") where suspicion <> ''`],
  // 6: Roles, the browser of each session, passkeys and settings. Existing people keep their rights, so they become
  // owners. `user_handle` is the random id that passkeys store for a person, and null before the first passkey. A
  // challenge without an email address is for signing in.
  () => [
    "alter table desk_people add column role text not null default 'specialist'",
    "update desk_people set role = 'owner'",
    'alter table desk_people add column signed_in_at text',
    'alter table desk_people add column user_handle text',
    "alter table desk_sessions add column browser text not null default ''",
    `create table desk_passkeys (
      id text primary key, email text not null, name text not null, public_key text not null, counter bigint not null,
      transports text not null, created_at text not null, last_used_at text
    )`,
    'create table desk_challenges (challenge text primary key, email text, until text not null)',
    'create table desk_settings (key text primary key, value text not null)',
  ],
  // 7: The name of each project's source, for the filter and the funnel, and the visits of each source by day. schema.ts
  // adds the columns of `projects`.
  () => [
    "alter table desk_projects add column source text not null default 'direct'",
    `create table desk_source_counts (
      day text not null, source text not null, visits integer not null, primary key (day, source)
    )`,
  ],
  // 8: Webhooks, and the unsent messages. `events` has names of events, separated by spaces. A message is deleted after it
  // was sent. Ids are in the order of the events.
  (dialect) => [
    `create table desk_webhooks (
      id text primary key, address text not null, events text not null, is_on integer not null default 1,
      secret text not null, old_secret text, old_secret_until text, created_at text not null,
      attempts text not null default '[]'
    )`,
    `create table outbox (
      id ${generatedId[dialect]}, message_id text not null unique, channel text not null, project_id text not null,
      event text not null, detail text not null, queued_at ${timeType[dialect]} not null,
      attempts integer not null default 0, next_attempt_at ${timeType[dialect]}, lease_token text,
      dead_at ${timeType[dialect]}, last_error text not null default ''
    )`,
    'create index outbox_waiting on outbox (channel, id) where next_attempt_at is not null',
    'create index outbox_project on outbox (project_id, channel, id)',
  ],
  // 9: The private addresses of briefs. `hash` is the hash of the token in the address. `place` numbers the briefs that
  // one email address gets in a day, which limits them.
  () => [
    `create table desk_briefs (
      hash text primary key, project_id text not null unique, email_hash text not null, day text not null,
      place integer not null, unique (email_hash, day, place)
    )`,
  ],
  messages,
  // 11: When the person of a session last proved their identity. Empty for older sessions, which have to prove it again.
  () => ["alter table desk_sessions add column confirmed_at text not null default ''"],
  // 12: When and by whom a setting was changed, empty for those that no owner changes, and every price list that visitors
  // have seen. schema.ts adds the list of each project.
  () => [
    "alter table desk_settings add column changed_at text not null default ''",
    "alter table desk_settings add column changed_by text not null default ''",
    `create table desk_prices (
      id text primary key, minor text not null, major text not null, upscale text not null, fee text not null
    )`,
  ],
]
