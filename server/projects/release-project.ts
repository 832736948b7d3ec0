import type { Person } from '../../desk/api.ts'
import { saveProject, selectProject } from '../db/project-statements.ts'
import { number, query } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { createMessage, revise } from '../outbox/message.ts'
import {
  insertMessage,
  insertWebhookMessages,
  newMessageId,
  selectMessagesOf,
  updateMessage,
} from '../outbox/message-statements.ts'
import { queueCopy } from './briefs.ts'
import { insertEvent } from './project-events.ts'
import { mayGetProject, type ProjectServices, type SaveSettings } from './project-services.ts'

/** The operator of the server in a project's history. */
export const OPERATOR: Person = { email: 'operator', name: 'The operator' }

/**
 * Moves a suspicious project to the inbox, and queues the messages that its submission would have sent. Returns false if
 * it is not suspicious.
 */
export function releaseProject(
  id: string,
  who: Person,
  { db, latestChannels, settings }: SaveSettings & Pick<ProjectServices, 'db'>,
): Promise<boolean> {
  const version = query(sql`select version from desk_projects where project_id = ${id}`, { version: number })
  const read = [selectProject(id), version, selectMessagesOf(id)] as const
  return db.transact(id, read, ([[suspicious], [row], messages], now) => {
    if (!suspicious?.suspicion || !row) return { result: false }
    const project = { ...suspicious, suspicion: '' }
    const event = 'project.created'
    const nextVersion = row.version + 1
    return {
      result: true,
      write: [
        saveProject(project),
        ...latestChannels.flatMap((channel) => {
          if (!mayGetProject(channel, project)) return []
          // An imported suspicious project already has a document.
          const written = messages.find((message) => message.channel === channel)
          if (written)
            return updateMessage(revise(written, { event, detail: {}, now, sendAt: now, isBeingSent: false }))
          return insertMessage(
            createMessage({ id: newMessageId(), channel, projectId: id, event, detail: {} }, now),
          )
        }),
        insertWebhookMessages({ projectId: id, event, now }, db.dialect),
        ...(settings().homeownerCopy ? queueCopy(project, now) : []),
        sql`update desk_projects set version = ${nextVersion} where project_id = ${id}`,
        insertEvent({
          projectId: id,
          version: nextVersion,
          at: now.toISOString(),
          who,
          content: { kind: 'released' },
        }),
      ],
    }
  })
}
