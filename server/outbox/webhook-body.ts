import type { ClaimedMessage } from '../store/outbox.ts'

/** The JSON of a message: docs/webhooks.md. Null if its project was erased, so that there is nothing to send. */
export function webhookBody({ message, project }: ClaimedMessage): string | null {
  const { event, projectId: id, queuedAt, detailJson } = message
  const bodyWith = (data: object) => JSON.stringify({ type: event, timestamp: queuedAt.toISOString(), data })
  if (event === 'project.erased') return bodyWith({ id })
  if (!project) return null
  if (event === 'project.status_changed') return bodyWith({ id, ...JSON.parse(detailJson) })
  return bodyWith({ id, createdAt: project.createdAt.toISOString(), answers: project.answers })
}
