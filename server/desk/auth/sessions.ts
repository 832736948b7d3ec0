import type { Person } from '../../../desk/api.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase } from '../../store/sql/sql-database.ts'
import { hashOf, type Member, newToken } from './people.ts'

const HOUR = 3600_000
/** A session that ends within 20 hours would have to warn of it before: WCAG 2.2.1. */
export const IDLE_MS = 21 * HOUR
export const LONGEST_MS = 7 * 24 * HOUR
/** A session that is used is noted no oftener than this. */
const NOTE_MS = 5 * 60_000

/** Who is signed in. The token is with the browser alone; here is its hash. */
export function createSessions(db: SqlDatabase) {
  return {
    /**
     * Always a new token, so that nobody can have prepared it; null when the password was taken away meanwhile. The
     * browser forgets the token it had `before`, so nobody else may have that either.
     */
    begin(
      { email, password }: Pick<Member, 'email' | 'password'>,
      before: string | null = null,
    ): Promise<string | null> {
      const token = newToken()
      const same = sql`select 1 from desk_people where email = ${email} and password = ${password}`
      return db.transact<string | null>(`person ${email}`, [same], ([found = []], now) =>
        found.length === 0
          ? { result: null }
          : {
              result: token,
              write: [
                ...(before === null ? [] : [sql`delete from desk_sessions where hash = ${hashOf(before)}`]),
                sql`delete from desk_sessions where seen_at < ${earlier(now, IDLE_MS)} or began_at < ${earlier(now, LONGEST_MS)}`,
                sql`delete from desk_links where until < ${now.toISOString()}`,
                sql`insert into desk_sessions (hash, email, began_at, seen_at) values (${hashOf(token)}, ${email}, ${now.toISOString()}, ${now.toISOString()})`,
              ],
            },
      )
    },
    async find(token: string, now: Date, { isUse }: { readonly isUse: boolean }): Promise<Person | null> {
      const hash = hashOf(token)
      const [row] = await db.all(
        sql`select s.seen_at, p.email, p.name from desk_sessions s join desk_people p on p.email = s.email
          where s.hash = ${hash} and s.seen_at >= ${earlier(now, IDLE_MS)} and s.began_at >= ${earlier(now, LONGEST_MS)}`,
      )
      if (!row) return null
      if (isUse && String(row.seen_at) < earlier(now, NOTE_MS)) {
        const seen = sql`update desk_sessions set seen_at = ${now.toISOString()} where hash = ${hash}`
        await db.transact(`session ${hash}`, [], () => ({ result: null, write: [seen] }))
      }
      return { name: String(row.name), email: String(row.email) }
    },
    /** Signs a person out, everywhere. */
    async end(email: string): Promise<void> {
      const ended = sql`delete from desk_sessions where email = ${email}`
      await db.transact(`person ${email}`, [], () => ({ result: null, write: [ended] }))
    },
  }
}

const earlier = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
