import type { DialectName } from '../database.ts'
import { generatedId, timeType } from '../schema.ts'

/**
 * One table for all messages. Emails to the specialist move from `deliveries`, the rest from `outbox`. Data about a project
 * moves to `projects`, whose columns schema.ts adds. A channel that sends the latest state has one row for each project,
 * which is kept after it was sent; other rows are deleted.
 */
export function messages(dialect: DialectName): readonly string[] {
  const isSqlite = dialect === 'sqlite'
  const time = timeType[dialect]
  const randomId = isSqlite
    ? "'msg_' || lower(hex(randomblob(16)))"
    : "'msg_' || replace(gen_random_uuid()::text, '-', '')"
  const changed = isSqlite ? `json_object('changed', changed)` : `json_build_object('changed', changed)::text`
  return [
    `create table messages (
      id ${generatedId[dialect]}, message_id text not null unique, channel text not null, project_id text not null,
      event text not null, detail text not null, sent_revision integer not null default 0,
      queued_at ${time} not null, attempts integer not null default 0, next_attempt_at ${time},
      lease_token text, sent_at ${time}, dead_at ${time}, last_error text not null default ''
    )`,
    `update projects set revision = d.revision, "extraAnswers" = d."unknown", suspicion = d.suspicion
      from deliveries d where d."projectId" = projects.id`,
    // A suspicious project has no message before it is released.
    `insert into messages (message_id, channel, project_id, event, detail, sent_revision, queued_at, attempts,
        next_attempt_at, lease_token, sent_at, dead_at, last_error)
      select ${randomId}, 'specialist', "projectId",
        case "sentRevision" when 0 then 'project.created' else 'project.updated' end, ${changed}, "sentRevision",
        "queuedAt", attempts, "nextAttemptAt", "leaseToken", "sentAt", "deadAt", "lastError"
      from deliveries where suspicion = '' and "projectId" in (select id from projects where not exists
        (select 1 from desk_projects p where p.project_id = projects.id and p.is_sample = 1))
      order by "queuedAt", "projectId"`,
    `insert into messages (message_id, channel, project_id, event, detail, queued_at, attempts, next_attempt_at,
        lease_token, dead_at, last_error)
      select message_id, channel, project_id, event, detail, queued_at, attempts, next_attempt_at, lease_token,
        dead_at, last_error
      from outbox order by id`,
    'create index messages_waiting on messages (channel, id) where next_attempt_at is not null',
    'create index messages_unsent on messages (id) where (next_attempt_at is not null or dead_at is not null)',
    'create index messages_project on messages (project_id, channel, id)',
    `create unique index messages_latest on messages (project_id, channel) where channel in ('document', 'specialist')`,
    `create index projects_suspicious on projects (id) where suspicion <> ''`,
    'drop table deliveries',
    'drop table outbox',
  ]
}
