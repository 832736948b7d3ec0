import type { DialectName } from '../database.ts'

/**
 * Renames tables and columns, gives events a JSON detail instead of three columns whose meaning depended on the kind, and
 * drops indexes that a list of 100,000 projects does not need.
 */
export const plainNames = (dialect: DialectName): readonly string[] => [
  'drop index if exists desk_files_status',
  'drop index if exists desk_files_type',
  'drop index if exists desk_files_status_type',
  'drop index if exists desk_files_assignee',
  'drop index if exists desk_files_waiting',
  'drop index if exists desk_files_waited',
  'drop index if exists desk_files_sample',
  'drop index if exists desk_files_email',
  'drop index if exists desk_files_street',
  'alter table desk_files rename to desk_projects',
  'alter table desk_projects rename column project to project_id',
  'alter table desk_projects rename column came_at to created_at',
  'alter table desk_projects rename column type to remodel_type',
  'alter table desk_projects rename column contacted_at to first_contact_at',
  'alter table desk_projects rename column waited to waited_minutes',
  'alter table desk_projects rename column waiting to is_waiting',
  'alter table desk_projects rename column told_hot to overdue_alert_sent',
  'alter table desk_projects rename column sample to is_sample',
  'create index desk_projects_waiting on desk_projects (seq) where is_waiting = 1',
  "create index desk_projects_email on desk_projects (email_key, project_id) where email_key <> ''",
  "create index desk_projects_street on desk_projects (street_key, project_id) where street_key <> ''",
  ...(dialect === 'sqlite'
    ? []
    : [
        'alter index desk_files_seq rename to desk_projects_seq',
        'alter index desk_files_words rename to desk_projects_words',
      ]),

  'alter table desk_events rename column n to id',
  'alter table desk_events rename column project to project_id',
  'alter table desk_events rename column who to actor_email',
  'alter table desk_events rename column who_name to actor_name',
  "alter table desk_events add column detail text not null default '{}'",
  `update desk_events set detail = case kind
    when 'status' then ${object(dialect, "'from', a, 'to', b, 'reason', c")}
    when 'contact' then ${object(dialect, "'how', a")}
    when 'taken back' then ${object(dialect, "'how', a")}
    when 'note' then ${object(dialect, "'text', a")}
    when 'assigned' then case a when '' then '{"to":null}' else ${object(dialect, `'to', ${person[dialect]}`)} end
    when 'revised' then case a when '' then '{}' else '{"before":' || a || '}' end
    else '{}' end`,
  'alter table desk_events drop column a',
  'alter table desk_events drop column b',
  'alter table desk_events drop column c',

  'alter table desk_audit rename column n to id',
  'alter table desk_steps rename to desk_visit_counts',
]

const object = (dialect: DialectName, pairs: string) =>
  dialect === 'sqlite' ? `json_object(${pairs})` : `json_build_object(${pairs})::text`

const person: Readonly<Record<DialectName, string>> = {
  sqlite: "json_object('email', a, 'name', case b when '' then a else b end)",
  postgres: "json_build_object('email', a, 'name', case b when '' then a else b end)",
}
