/**
 * Roles, the browser of each session, passkeys and settings. Existing people keep their rights, so they become owners.
 * `user_handle` is the random id that passkeys store for a person, and null before the first passkey. A challenge without
 * an email address is for signing in.
 */
export const team = (): readonly string[] => [
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
]
