import { setTimeout as pause } from 'node:timers/promises'
import { filed } from '../store/filing.ts'
import { raw, sql } from '../store/sql.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import { projectFrom } from '../store/sql-rows.ts'

const AT_ONCE = 50
const PAUSE_MS = 20

/**
 * Files the projects that were there before the desk, a few at a time so that visitors are not kept
 * waiting. A server of an older version may leave some behind, so each start counts; where one is
 * missing it reads all of them from the first on, and those that are filed stay as they are.
 *
 * It compares numbers, so a project that was deleted by hand, with its file left behind, hides one that is missing.
 * To ask for the file of each would hold the server at every start, for half a second with a million in SQLite.
 */
export function createBackfill(db: SqlDatabase) {
  let isDone = false
  let isStopped = false

  /** The id of the last one filed; null when there was none left. */
  function fileSome(after: string): Promise<string | null> {
    const held = raw(db.dialect === 'postgres' ? 'for share' : '')
    const some = sql`select * from projects where id > ${after} order by id limit ${AT_ONCE} ${held}`
    return db.transact('backfill', [some], ([rows = []], now) => ({
      result: rows.length > 0 ? String(rows.at(-1)?.id) : null,
      write: rows.flatMap((row) => filed(projectFrom(row), { dialect: db.dialect, as: 'old', now })),
    }))
  }

  return {
    isDone: () => isDone,
    async run(): Promise<number> {
      const [counts] = await db.all(sql`select (select count(*) from projects) as projects,
        (select count(*) from desk_files) as files`)
      const missing = Number(counts?.projects ?? 0) - Number(counts?.files ?? 0)
      let after: string | null = missing > 0 ? '' : null
      while (after !== null && !isStopped) {
        after = await fileSome(after)
        await pause(PAUSE_MS)
      }
      isDone = !isStopped
      return missing
    },
    stop() {
      isStopped = true
    },
  }
}
