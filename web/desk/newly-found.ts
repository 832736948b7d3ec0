import type { Sort, Summary } from '../../desk/api.ts'
import { isWaiting } from './wording.ts'

interface Shown {
  readonly rows: readonly Summary[]
  /** Null when the list ends with its last row. */
  readonly next: string | null
}

/**
 * Which of the newest projects belong into a list and are not shown there. What lies beyond its end does not: it
 * comes nearer with everything above it that is erased or found no more.
 */
export function newlyFound(newest: readonly Summary[], { rows, next }: Shown, sort: Sort = 'newest') {
  const known = idsOf(rows)
  const end = next && rows.at(-1)
  return newest.filter((project) => !known.has(project.id) && (!end || isBefore(project, end, next, sort)))
}

/**
 * As server/desk/inbox/inbox.ts sorts them: by waiting, those that wait come before the others, each the oldest first. Of
 * which the end is one says the cursor, by w or o: who was last may have been reached since.
 */
function isBefore(project: Summary, end: Summary, cursor: string, sort: Sort): boolean {
  const waits = isWaiting(project)
  if (cursor.startsWith(waits ? 'o' : 'w')) return waits
  return sort === 'newest' ? project.createdAt > end.createdAt : project.createdAt < end.createdAt
}

export const idsOf = (rows: readonly Summary[]) => new Set(rows.map(({ id }) => id))
