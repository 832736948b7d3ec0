import { type AuditEntry, auditedActions } from '../../desk/api.ts'
import { AUDIT_PAGE } from '../../desk/limits.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database } from '../db/database.ts'
import { number, oneOf, query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { createRateLimit } from '../http/rate-limit.ts'

/** Refused sign-ins listed per account, hour and server. Anyone can cause them, so the rest are only in the log. */
const MAX_REFUSED = 10
const HOUR = 3600_000

/** The audit list: who signed in, exported or erased what, and when. Entries are kept forever. */
export function createAudit(db: Database) {
  const refusals = createRateLimit(MAX_REFUSED, undefined, HOUR)

  async function add(who: string, what: AuditEntry['what'], detail = ''): Promise<void> {
    await db.transact('audit', [], (_, now) => ({
      result: null,
      write: [insertAuditEntry(now, who, what, detail)],
    }))
  }

  return {
    add,
    async addRefusedSignIn(who: string, detail: string): Promise<void> {
      if (refusals.take(who)) await add(who, 'sign-in refused', detail)
    },
    /** One page, newest first: the newest entries, or those before the entry with this id. */
    list(before = Number.MAX_SAFE_INTEGER): Promise<readonly AuditEntry[]> {
      const select = sql`select * from desk_audit where id < ${before} order by id desc limit ${AUDIT_PAGE}`
      return db.all(
        query(select, { id: number, at: text, who: text, what: oneOf(auditedActions), detail: text }),
      )
    },
  }
}
