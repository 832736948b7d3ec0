import type { StoredProject, Write } from './driver.ts'
import type { MessageEvent } from './outbox.ts'

/** The event that a change of a project causes, if any. Nothing leaves about a suspicious project. */
export function eventOf(before: StoredProject | null, { project, delivery }: Write): MessageEvent | null {
  if (delivery.suspicion) return null
  if (!before || before.delivery.suspicion) return 'project.created'
  return project ? 'project.updated' : null
}
