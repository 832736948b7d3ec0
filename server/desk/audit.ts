import type { AuditEntry } from '../../desk/api.ts'
import { MAX_AUDITED } from '../../desk/limits.ts'
import { type Statement, sql } from '../store/sql/sql.ts'
import type { SqlDatabase } from '../store/sql/sql-database.ts'

/** Anyone can cause refused sign-ins, so old ones are deleted. Other entries are kept forever. */
const MAX_STORED = 100_000

export const insertAuditEntry = (at: Date, who: string, what: AuditEntry['what'], detail = ''): Statement =>
  sql`insert into desk_audit (at, who, what, detail) values (${at.toISOString()}, ${who}, ${what}, ${detail})`

/** The audit list: who signed in, exported or erased what, and when. */
export function createAudit(db: SqlDatabase) {
  return {
    async add(who: string, what: AuditEntry['what'], detail = ''): Promise<void> {
      await db.transact('audit', [], (_, now) => ({
        result: null,
        write: [
          insertAuditEntry(now, who, what, detail),
          sql`delete from desk_audit where what = 'sign-in refused' and id <= (select max(id) from desk_audit) - ${MAX_STORED}`,
        ],
      }))
    },
    async list(): Promise<readonly AuditEntry[]> {
      // Limited separately, so that refused sign-ins never push what members did off the list.
      const rows = await db.all(sql`select * from (select * from desk_audit where what <> 'sign-in refused'
          order by id desc limit ${MAX_AUDITED.done}) done
        union all select * from (select * from desk_audit where what = 'sign-in refused'
          order by id desc limit ${MAX_AUDITED.refused}) refused
        order by id desc`)
      return rows.map((row) => ({
        at: String(row.at),
        who: String(row.who),
        // Only `insertAuditEntry` writes it.
        what: String(row.what) as AuditEntry['what'],
        detail: String(row.detail),
      }))
    },
  }
}
