import type { Database } from '../db/database.ts'
import { projectFrom, type StoredProject } from '../db/project-statements.ts'
import { number, query, queryAs } from '../db/rows.ts'
import { sql } from '../db/sql.ts'

export async function countSuspicious(db: Database): Promise<number> {
  const select = sql`select count(*) as waiting from projects where suspicion <> ''`
  const [counted] = await db.all(query(select, { waiting: number }))
  return counted?.waiting ?? 0
}

export const suspiciousProjects = (db: Database): AsyncIterable<StoredProject> =>
  db.stream(queryAs(sql`select * from projects where suspicion <> '' order by "createdAt", id`, projectFrom))
