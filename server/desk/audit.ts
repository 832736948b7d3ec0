import { type AuditEntry, auditedActions } from '../../desk/api.ts'
import { MAX_AUDITED } from '../../desk/limits.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database } from '../db/database.ts'
import { oneOf, query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'

/** Anyone can cause refused sign-ins, so old ones are deleted. Other entries are kept forever. */
const MAX_STORED = 100_000

/** The audit list: who signed in, exported or erased what, and when. */
export function createAudit(db: Database) {
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
    list(): Promise<readonly AuditEntry[]> {
      // Limited separately, so that refused sign-ins never push what members did off the list.
      const select = sql`select * from (select * from desk_audit where what <> 'sign-in refused'
          order by id desc limit ${MAX_AUDITED.done}) done
        union all select * from (select * from desk_audit where what = 'sign-in refused'
          order by id desc limit ${MAX_AUDITED.refused}) refused
        order by id desc`
      return db.all(query(select, { at: text, who: text, what: oneOf(auditedActions), detail: text }))
    },
  }
}
