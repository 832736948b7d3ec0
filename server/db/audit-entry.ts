import type { AuditEntry } from '../../desk/api.ts'
import { type Statement, sql } from './sql.ts'

/** Adds to the audit list who did what, in the transaction that does it. */
export const insertAuditEntry = (at: Date, who: string, what: AuditEntry['what'], detail = ''): Statement =>
  sql`insert into desk_audit (at, who, what, detail) values (${at.toISOString()}, ${who}, ${what}, ${detail})`
