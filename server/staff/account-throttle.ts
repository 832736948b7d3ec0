import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { number, query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { addFailure, waitAfter } from './throttle.ts'

/**
 * Slows down password guesses against one account, from any number of clients. It counts in the database, so a restart,
 * another server or a flood of other accounts does not reset a count.
 */
export function createAccountThrottle(db: Database, maxWaitMs: number) {
  return {
    /**
     * Returns 0 and counts the attempt as failed before its outcome is known, or returns how long to wait and counts
     * nothing.
     */
    begin(account: string): Promise<number> {
      const counter = counterOf(account)
      const select = sql`select failures, at from desk_sign_in_failures where counter = ${counter}`
      const read = [query(select, { failures: number, at: text })] as const
      return db.transact(`sign-in ${counter}`, read, ([[row]], now) => {
        const before = row && { count: row.failures, at: Date.parse(row.at) }
        const waitMs = before ? waitAfter(before, maxWaitMs, now.getTime()) : 0
        if (waitMs > 0) return { result: waitMs }
        const { count } = addFailure(before, now.getTime())
        const upsert = sql`insert into desk_sign_in_failures (counter, failures, at)
          values (${counter}, ${count}, ${now.toISOString()})
          on conflict (counter) do update set failures = excluded.failures, at = excluded.at`
        return { result: 0, write: [upsert] }
      })
    },
    /** Subtracts only the attempt that succeeded. */
    async succeed(account: string): Promise<void> {
      const counter = counterOf(account)
      const subtract = sql`update desk_sign_in_failures set failures = failures - 1 where counter = ${counter}`
      await db.transact(`sign-in ${counter}`, [], () => ({ result: null, write: [subtract] }))
    },
  }
}

/**
 * Accounts share 65,536 counters. This keeps the table small and does not reveal the address that was typed, which may
 * be a password in the wrong field.
 */
const counterOf = (account: string): number => createHash('sha256').update(account).digest().readUInt16BE()
