import { sampleAnswers } from '../../questionnaire/sample-answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import { firstRevision, type StoredProject } from '../db/project-statements.ts'
import { createMessage } from '../outbox/message.ts'
import { sampleId } from './sample-id.ts'

/** A message with its project, as a queue hands it to a channel. */
export function claimedMessage(channel: string, changes = {}, id = sampleId()) {
  const queuedAt = new Date('2026-11-15T12:00:00Z')
  const added = { id: `msg_${id}`, channel, projectId: id, event: 'project.created', detail: {} } as const
  const project: StoredProject = {
    ...firstRevision,
    id,
    createdAt: queuedAt,
    answers: sampleAnswers(changes),
    source: noSource,
    revision: 3,
    extraAnswers: { island: 'yes' },
  }
  return { token: 'token', claimedAt: performance.now(), message: createMessage(added, queuedAt), project }
}
