import { type OpenSession, roles } from '../../desk/api.ts'
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '../../desk/limits.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database } from '../db/database.ts'
import { number, oneOf, orNull, query, text } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { PASSKEYS_REQUIRED } from './passkeys.ts'
import { hashToken, type Member, newToken, PEOPLE, selectMember } from './people.ts'

const HOUR = 3600_000
const MAX_IDLE_MS = SESSION_IDLE_HOURS * HOUR
export const MAX_SESSION_MS = SESSION_DAYS * 24 * HOUR
/** The time of last use is stored at most this often. */
const WRITE_EVERY_MS = 5 * 60_000
/** How long after proving their identity a person may change how their account is protected. */
const CONFIRMED_MS = 5 * 60_000
/** A session's id is the beginning of its hash. */
const ID_LENGTH = 16

export interface SignedIn extends Omit<Member, 'password'> {
  /** The session began after passkeys became required, and the person has none yet. */
  readonly mustAddPasskey: boolean
  /** The person has proved their identity in the last five minutes. */
  readonly isConfirmed: boolean
}

interface Browser {
  /** Such as `Firefox on Android`. */
  readonly browser?: string
  /** The token of the browser's previous session, which ends. */
  readonly replaced?: string | null
}

/** The signed-in browsers. The browser has the token; the database has only its hash. */
export function createSessions(db: Database) {
  return {
    /** Returns the token of a new session, or null if the password was changed or removed in the meantime. */
    begin(
      { email, password }: Pick<Member, 'email' | 'password'>,
      { browser = '', replaced = null }: Browser = {},
    ): Promise<string | null> {
      const token = newToken()
      return db.transact(PEOPLE, [selectMember(email, password)], ([[found]], now) => {
        if (!found) return { result: null }
        const at = now.toISOString()
        return {
          result: token,
          write: [
            ...(replaced === null
              ? []
              : [sql`delete from desk_sessions where hash = ${hashToken(replaced)}`]),
            sql`delete from desk_sessions where seen_at < ${earlier(now, MAX_IDLE_MS)} or began_at < ${earlier(now, MAX_SESSION_MS)}`,
            sql`delete from desk_links where until < ${at}`,
            sql`insert into desk_sessions (hash, email, browser, began_at, seen_at, confirmed_at)
              values (${hashToken(token)}, ${email}, ${browser}, ${at}, ${at}, ${at})`,
            sql`update desk_people set signed_in_at = ${at} where email = ${email}`,
          ],
        }
      })
    },
    /** Records that the person has proved their identity again. */
    async confirm(token: string): Promise<void> {
      const hash = hashToken(token)
      await db.transact(`session ${hash}`, [], (_, now) => ({
        result: null,
        write: [sql`update desk_sessions set confirmed_at = ${now.toISOString()} where hash = ${hash}`],
      }))
    },
    /** The signed-in person, or null. An automatic request of the page does not prolong the session. */
    async find(
      token: string,
      now: Date,
      { prolongsSession }: { readonly prolongsSession: boolean },
    ): Promise<SignedIn | null> {
      const hash = hashToken(token)
      const select = sql`select s.began_at, s.seen_at, s.confirmed_at, p.email, p.name, p.role,
          (select value from desk_settings where key = ${PASSKEYS_REQUIRED}) as required_since,
          (select count(*) from desk_passkeys k where k.email = p.email) as passkeys
        from desk_sessions s join desk_people p on p.email = s.email
        where s.hash = ${hash} and s.seen_at >= ${earlier(now, MAX_IDLE_MS)} and s.began_at >= ${earlier(now, MAX_SESSION_MS)}`
      const [row] = await db.all(query(select, columns))
      if (!row) return null
      if (prolongsSession && row.seenAt < earlier(now, WRITE_EVERY_MS)) {
        const seen = sql`update desk_sessions set seen_at = ${now.toISOString()} where hash = ${hash}`
        await db.transact(`session ${hash}`, [], () => ({ result: null, write: [seen] }))
      }
      const { name, email, role, requiredSince } = row
      return {
        name,
        email,
        role,
        mustAddPasskey: requiredSince !== null && row.beganAt >= requiredSince && row.passkeys === 0,
        isConfirmed: row.confirmedAt > earlier(now, CONFIRMED_MS),
      }
    },
    /** A person's sessions, newest first. `token` belongs to the session of the request. */
    async list(email: string, token: string | null, now: Date): Promise<readonly OpenSession[]> {
      const select = sql`select hash, browser, began_at, seen_at from desk_sessions
        where email = ${email} and seen_at >= ${earlier(now, MAX_IDLE_MS)} and began_at >= ${earlier(now, MAX_SESSION_MS)}
        order by began_at desc, hash`
      const rows = await db.all(query(select, { hash: text, browser: text, beganAt: text, seenAt: text }))
      const current = hashToken(token ?? '')
      return rows.map(({ hash, ...session }) => ({
        ...session,
        id: hash.slice(0, ID_LENGTH),
        isThis: hash === current,
      }))
    },
    /** Ends one session of a person. Returns false if it has already ended. */
    endOne(email: string, id: string): Promise<boolean> {
      const isIt = sql`email = ${email} and substr(hash, 1, ${ID_LENGTH}) = ${id}`
      const select = query(sql`select browser from desk_sessions where ${isIt}`, { browser: text })
      return db.transact(PEOPLE, [select], ([[session]], now) => {
        if (!session) return { result: false }
        const audit = insertAuditEntry(now, email, 'session ended', session.browser)
        return { result: true, write: [sql`delete from desk_sessions where ${isIt}`, audit] }
      })
    },
    /** Ends every session of a person except the one with this token. */
    async endOthers(email: string, token: string): Promise<void> {
      const others = sql`delete from desk_sessions where email = ${email} and hash <> ${hashToken(token)}`
      await db.transact(PEOPLE, [], (_, now) => ({
        result: null,
        write: [others, insertAuditEntry(now, email, 'other sessions ended')],
      }))
    },
    /** Signs a person out of every browser. */
    async end(email: string): Promise<void> {
      const end = sql`delete from desk_sessions where email = ${email}`
      await db.transact(PEOPLE, [], () => ({ result: null, write: [end] }))
    },
  }
}

const columns = {
  beganAt: text,
  seenAt: text,
  confirmedAt: text,
  email: text,
  name: text,
  role: oneOf(roles),
  requiredSince: orNull(text),
  passkeys: number,
}

const earlier = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString()
