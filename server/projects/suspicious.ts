import type { Database } from '../db/database.ts'
import { number, query } from '../db/rows.ts'
import { sql } from '../db/sql.ts'

export async function countSuspicious(db: Database): Promise<number> {
  const select = sql`select count(*) as waiting from projects where suspicion <> ''`
  const [counted] = await db.all(query(select, { waiting: number }))
  return counted?.waiting ?? 0
}
