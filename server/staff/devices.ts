import type { Database } from '../db/database.ts'
import { query } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { hashToken, newToken, PEOPLE } from './people.ts'

/** Browsers keep no cookie for longer than 400 days. */
export const MAX_DEVICE_MS = 400 * 24 * 3600_000

/**
 * The browsers in which a person has signed in before. Strangers who guess passwords do not slow them down. The browser
 * has a token, and the database has its hash. Two people who share a browser share the token.
 */
export function createDevices(db: Database) {
  return {
    async isKnown(token: string, email: string): Promise<boolean> {
      const rows = await db.all(
        query(sql`select 1 from desk_devices where hash = ${hashToken(token)} and email = ${email}`, {}),
      )
      return rows.length > 0
    },
    /** Makes the browser known for a person, and returns its token: a new one unless we issued the given one. */
    add(given: string | null, email: string): Promise<string> {
      const issued = query(sql`select 1 from desk_devices where hash = ${hashToken(given ?? '')}`, {})
      const people = query(sql`select 1 from desk_people where email = ${email}`, {})
      return db.transact(PEOPLE, [issued, people], ([[found], [person]], now) => {
        const token = given !== null && found ? given : newToken()
        const at = now.toISOString()
        const oldest = new Date(now.getTime() - MAX_DEVICE_MS).toISOString()
        const insert = sql`insert into desk_devices (hash, email, seen_at) values (${hashToken(token)}, ${email}, ${at})
          on conflict (hash, email) do update set seen_at = excluded.seen_at`
        // The person may have been removed in the meantime.
        const write = person ? [insert] : []
        return { result: token, write: [...write, sql`delete from desk_devices where seen_at < ${oldest}`] }
      })
    },
  }
}
