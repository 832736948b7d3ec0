import { WORD_RULES } from '../../../desk/search-words.ts'
import { NEW } from '../../../desk/status.ts'
import type { DialectName } from './sql-database.ts'

/**
 * What the desk keeps beside the projects. Times are ISO text. A file holds what is filtered and sorted
 * by; its `seq` is the time the project came, made so that no two need be alike, `waiting` whether somebody still has
 * to reach out, and `waited` how many minutes of business hours that took. The words of an event are `a`, `b` and `c`,
 * and mean something else for each kind: server/desk/projects/events.ts knows what.
 */
export const deskTables = (dialect: DialectName): readonly string[] => [
  `create table if not exists desk_files (
    seq ${dialect === 'sqlite' ? 'integer primary key' : 'bigint not null'},
    project text not null unique,
    came_at text not null,
    type text not null,
    email_key text not null,
    street_key text not null,
    status text not null default '${NEW}',
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
    n ${dialect === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'},
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
    n ${dialect === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'},
    at text not null, who text not null, what text not null, detail text not null
  )`,
  'create table if not exists desk_erased (hash text primary key, at text not null)',
  `create table if not exists desk_steps (
    day text not null, screen integer not null, bucket integer not null, visits integer not null,
    primary key (day, screen, bucket)
  )`,
  // By which rules the words of all projects are filed: search-words.ts.
  'create table if not exists desk_word_rules (rules integer not null)',
  `insert into desk_word_rules select ${WORD_RULES}
    where not exists (select 1 from desk_word_rules) and not exists (select 1 from desk_files)`,
  ...(dialect === 'sqlite'
    ? [
        // Whose words are not in the search yet: word-index.ts.
        'create table if not exists desk_unread (project text primary key, is_new integer not null) without rowid',
        `create virtual table if not exists desk_search using fts5(
          words, content='', contentless_delete=1, detail='none', prefix='1 2 3 4 5 6 7', tokenize='unicode61 remove_diacritics 0'
        )`,
      ]
    : [
        'create index if not exists desk_files_seq on desk_files (seq, project)',
        'create index if not exists desk_files_words on desk_files using gin (words)',
      ]),
  'create index if not exists desk_files_status on desk_files (status, seq)',
  'create index if not exists desk_files_type on desk_files (type, seq)',
  // What is new is seldom won: without it, finding the one among the other takes long.
  'create index if not exists desk_files_status_type on desk_files (status, type, seq)',
  'create index if not exists desk_files_assignee on desk_files (assignee, seq) where assignee is not null',
  'create index if not exists desk_files_waiting on desk_files (seq) where waiting = 1',
  // An entry is made with the first contact, not with the save.
  'create index if not exists desk_files_waited on desk_files (seq, waited) where contacted_at is not null',
  'create index if not exists desk_files_sample on desk_files (seq) where sample = 1',
  "create index if not exists desk_files_email on desk_files (email_key, project) where email_key <> ''",
  "create index if not exists desk_files_street on desk_files (street_key, project) where street_key <> ''",
  'create index if not exists desk_events_project on desk_events (project, n)',
]
