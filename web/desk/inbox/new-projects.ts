import type { Summary } from '../../../desk/api.ts'
import type { Sort } from '../../../desk/filters.ts'
import { isWaiting } from '../ui/wording.ts'

interface List {
  readonly rows: readonly Summary[]
  /** The cursor of the next page, or null when the list is complete. */
  readonly next: string | null
}

/**
 * Which of the newest projects belong into a list but are not shown in it. Projects beyond its end are not new: they
 * move up whenever a row above them is erased or no longer matches.
 */
export function newProjects(newest: readonly Summary[], { rows, next }: List, sort: Sort = 'newest') {
  const known = idsOf(rows)
  const end = next && rows.at(-1)
  return newest.filter((project) => !known.has(project.id) && (!end || isBefore(project, end, next, sort)))
}

/**
 * The order of server/desk/inbox/inbox.ts. Sorted by waiting, those that wait come before the others, each the oldest
 * first. The cursor begins with w or o for the group its page ended in; the last row may have changed groups since.
 */
function isBefore(project: Summary, end: Summary, cursor: string, sort: Sort): boolean {
  const waits = isWaiting(project)
  if (cursor.startsWith(waits ? 'o' : 'w')) return waits
  return sort === 'newest' ? project.createdAt > end.createdAt : project.createdAt < end.createdAt
}

export const idsOf = (rows: readonly Summary[]) => new Set(rows.map(({ id }) => id))
