import { sql } from '../sql.ts'
import type { Connection } from './connection.ts'

/** A step takes a few hundredths of a second, and submissions wait for it. */
const PAGES_PER_STEP = 50

/** Merges the full-text index into one segment. Until then, it still contains words of deleted rows. */
export async function mergeSearch(
  change: (work: (opened: Connection) => boolean) => Promise<boolean>,
): Promise<void> {
  // A negative number starts merging all segments: https://sqlite.org/fts5.html#the_merge_command
  let pages = -PAGES_PER_STEP
  while (await change((opened) => merge(opened, pages))) pages = PAGES_PER_STEP
}

/** Returns whether there is more to merge. */
function merge({ run }: Connection, pages: number): boolean {
  const changes = () => Number(run(sql`select total_changes() as changes`)[0]?.changes)
  const before = changes()
  run(sql`insert into desk_search (desk_search, rank) values ('merge', ${pages})`)
  return changes() - before > 1
}
