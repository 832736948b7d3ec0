import type { AuditEntry } from '../../desk/api.ts'
import { type Statement, sql } from './sql.ts'

/** Adds an entry to the audit list, in the same transaction as the change. */
export const insertAuditEntry = (at: Date, who: string, what: AuditEntry['what'], detail = ''): Statement =>
  sql`insert into desk_audit (at, who, what, detail) values (${at.toISOString()}, ${who}, ${what}, ${detail})`
