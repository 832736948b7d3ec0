import type { Summary } from '../../desk/api.ts'
import type { Sort } from '../../desk/sorts.ts'

interface Shown {
  readonly rows: readonly Summary[]
  /** Null when the list ends with its last row. */
  readonly next: string | null
}

/**
 * Which of the newest projects came since a list was shown. What lies beyond its end was there before: it
 * comes nearer with everything above it that is erased. Sorted otherwise, what is new comes last.
 */
export function newlyFound(newest: readonly Summary[], { rows, next }: Shown, sort: Sort = 'newest') {
  const known = new Set(rows.map(({ id }) => id))
  const end = rows.at(-1)?.createdAt ?? ''
  return newest.filter(
    ({ id, createdAt }) => !known.has(id) && (next === null || (sort === 'newest' && createdAt > end)),
  )
}
