import { wordsOf } from '../../store/sql/project-index.ts'
import { projectFrom } from '../../store/sql/rows.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { filedAs } from '../../store/sql/sqlite-words.ts'

const AT_ONCE = 100

/**
 * The words by which SQLite finds projects. One project at a time they take longer to file than the
 * project itself, many together take little, so a visitor does not wait for them: they are filed when
 * somebody looks for words, and every few seconds. PostgreSQL files them with the project.
 */
export function createWordIndex(db: SqlDatabase) {
  const unread = sql`select p.*, f.seq as file_seq, u.is_new from desk_unread u join desk_files f on f.project = u.project
    join projects p on p.id = u.project limit ${AT_ONCE}`

  async function fileSome(): Promise<boolean> {
    if (db.dialect !== 'sqlite') return false
    // Numbers that ascend are written at once; each that does not makes the index begin anew.
    return db.transact('words', [unread], ([rows = []]) => ({
      result: rows.length === AT_ONCE,
      write: rows.toSorted((one, other) => Number(one.file_seq) - Number(other.file_seq)).flatMap(fileWords),
    }))
  }

  return {
    /** Resolves with whether there may be more. */
    fileSome,
    /** Resolves once the words of all projects are filed. */
    async catchUp(): Promise<void> {
      let isMore = true
      while (isMore) isMore = await fileSome()
    },
  }
}

export type WordIndex = ReturnType<typeof createWordIndex>

function fileWords(row: SqlRow): readonly Statement[] {
  const { id, answers } = projectFrom(row)
  const seq = Number(row.file_seq)
  const words = wordsOf(answers).map(filedAs).join(' ')
  return [
    ...(Number(row.is_new) === 1 ? [] : [sql`delete from desk_search where rowid = ${seq}`]),
    sql`insert into desk_search (rowid, words) values (${seq}, ${words})`,
    sql`delete from desk_unread where project = ${id}`,
  ]
}
