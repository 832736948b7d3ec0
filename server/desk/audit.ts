import type { AuditEntry } from '../../desk/api.ts'
import { MAX_AUDITED } from '../../desk/limits.ts'
import { type Statement, sql } from '../store/sql/sql.ts'
import type { SqlDatabase } from '../store/sql/sql-database.ts'

/** Refused sign-ins come from anybody, so they have an end; what members did has none. */
const MOST_KEPT = 100_000

export const insertAuditEntry = (at: Date, who: string, what: AuditEntry['what'], detail = ''): Statement =>
  sql`insert into desk_audit (at, who, what, detail) values (${at.toISOString()}, ${who}, ${what}, ${detail})`

/** Sign-ins, exports and erasures: who did what, and when. */
export function createAudit(db: SqlDatabase) {
  return {
    async add(who: string, what: AuditEntry['what'], detail = ''): Promise<void> {
      await db.transact('audit', [], (_, now) => ({
        result: null,
        write: [
          insertAuditEntry(now, who, what, detail),
          sql`delete from desk_audit where what = 'sign-in refused' and id <= (select max(id) from desk_audit) - ${MOST_KEPT}`,
        ],
      }))
    },
    async list(): Promise<readonly AuditEntry[]> {
      // Apart: anybody can make hundreds that are refused, and what members did must not go off the list for them.
      const rows = await db.all(sql`select * from (select * from desk_audit where what <> 'sign-in refused'
          order by id desc limit ${MAX_AUDITED.done}) done
        union all select * from (select * from desk_audit where what = 'sign-in refused'
          order by id desc limit ${MAX_AUDITED.refused}) refused
        order by id desc`)
      return rows.map((row) => ({
        at: String(row.at),
        who: String(row.who),
        // Written by `insertAuditEntry` alone.
        what: String(row.what) as AuditEntry['what'],
        detail: String(row.detail),
      }))
    },
  }
}
