import type { DialectName } from '../database.ts'
import { generatedId } from '../schema.ts'

/**
 * The desk's tables of the first release. Every statement has "if not exists", because databases of that release have no
 * version and run this too.
 */
export const firstRelease = (dialect: DialectName): readonly string[] => [
  `create table if not exists desk_files (
    seq ${dialect === 'sqlite' ? 'integer primary key' : 'bigint not null'},
    project text not null unique,
    came_at text not null,
    type text not null,
    email_key text not null,
    street_key text not null,
    status text not null default 'New',
    lost_reason text not null default '',
    assignee text,
    assignee_name text,
    contacted_at text,
    waited integer,
    waiting integer not null default 1,
    version integer not null default 0,
    told_hot integer not null default 0,
    sample integer not null default 0
    ${dialect === 'sqlite' ? '' : ', words tsvector not null'}
  )`,
  `create table if not exists desk_events (
    n ${generatedId[dialect]},
    project text not null,
    version integer not null,
    at text not null,
    who text,
    who_name text,
    kind text not null,
    a text not null default '',
    b text not null default '',
    c text not null default ''
  )`,
  `create table if not exists desk_people (
    email text primary key, name text not null, password text not null default '', added_at text not null
  )`,
  'create table if not exists desk_links (hash text primary key, email text not null, until text not null)',
  `create table if not exists desk_sessions (
    hash text primary key, email text not null, began_at text not null, seen_at text not null
  )`,
  `create table if not exists desk_audit (
    n ${generatedId[dialect]},
    at text not null, who text not null, what text not null, detail text not null
  )`,
  'create table if not exists desk_erased (hash text primary key, at text not null)',
  `create table if not exists desk_steps (
    day text not null, screen integer not null, bucket integer not null, visits integer not null,
    primary key (day, screen, bucket)
  )`,
  'create table if not exists desk_word_rules (rules integer not null)',
  `insert into desk_word_rules select 1
    where not exists (select 1 from desk_word_rules) and not exists (select 1 from desk_files)`,
  ...(dialect === 'sqlite'
    ? [
        'create table if not exists desk_unread (project text primary key, is_new integer not null) without rowid',
        `create virtual table if not exists desk_search using fts5(
          words, content='', contentless_delete=1, detail='none', prefix='1 2 3 4 5 6 7', tokenize='unicode61 remove_diacritics 0'
        )`,
      ]
    : [
        'create index if not exists desk_files_seq on desk_files (seq, project)',
        'create index if not exists desk_files_words on desk_files using gin (words) with (gin_pending_list_limit = 256)',
        'create index if not exists projects_created on projects ("createdAt", id)',
      ]),
  'create index if not exists desk_files_status on desk_files (status, seq)',
  'create index if not exists desk_files_type on desk_files (type, seq)',
  'create index if not exists desk_files_status_type on desk_files (status, type, seq)',
  'create index if not exists desk_files_assignee on desk_files (assignee, seq) where assignee is not null',
  'create index if not exists desk_files_waiting on desk_files (seq) where waiting = 1',
  'create index if not exists desk_files_waited on desk_files (seq, waited) where contacted_at is not null',
  'create index if not exists desk_files_sample on desk_files (seq) where sample = 1',
  "create index if not exists desk_files_email on desk_files (email_key, project) where email_key <> ''",
  "create index if not exists desk_files_street on desk_files (street_key, project) where street_key <> ''",
  'create index if not exists desk_events_project on desk_events (project, n)',
  'drop index if exists deliveries_next',
  'create index if not exists deliveries_waiting on deliveries ("queuedAt") where "nextAttemptAt" is not null',
  'create index if not exists deliveries_dead on deliveries ("deadAt") where "deadAt" is not null',
]
