import { setTimeout as pause } from 'node:timers/promises'
import { WORD_RULES } from '../../../desk/search-words.ts'
import { filed } from '../../store/sql/project-index.ts'
import { projectFrom } from '../../store/sql/rows.ts'
import { raw, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import type { WordIndex } from './word-index.ts'

const AT_ONCE = 50
const PAUSE_MS = 20
const RENEWED = [sql`delete from desk_word_rules`, sql`insert into desk_word_rules values (${WORD_RULES})`]

/**
 * Files the projects that were there before the desk, a few at a time so that visitors are not kept
 * waiting. A server of an older version may leave some behind, so each start counts; where one is
 * missing it reads all of them from the first on. So it does once where words were filed by older rules.
 *
 * It compares numbers, so a project that was deleted by hand, with its file left behind, hides one that is missing.
 * To ask for the file of each would hold the server at every start, for half a second with a million in SQLite.
 */
export function createBackfill(db: SqlDatabase, wordIndex: WordIndex) {
  let isComplete = false
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
    /** Whether every project has its file; its words may still be those of older rules. */
    isComplete: () => isComplete,
    isDone: () => isDone,
    /** Resolves with how many had no file. */
    async run(): Promise<number> {
      const [counts] = await db.all(sql`select (select count(*) from projects) as projects,
        (select count(*) from desk_files) as files, (select max(rules) from desk_word_rules) as rules`)
      const missing = Number(counts?.projects ?? 0) - Number(counts?.files ?? 0)
      const isOutdated = Number(counts?.rules ?? 0) < WORD_RULES
      isComplete = missing <= 0
      let after: string | null = missing > 0 || isOutdated ? '' : null
      while (after !== null && !isStopped) {
        after = await fileSome(after)
        // Or whoever searches would wait for all of them.
        await wordIndex.catchUp()
        await pause(PAUSE_MS)
      }
      if (isStopped) return missing
      isComplete = true
      if (isOutdated) await db.transact('backfill', [], () => ({ result: null, write: RENEWED }))
      isDone = true
      return missing
    },
    stop() {
      isStopped = true
    },
  }
}
