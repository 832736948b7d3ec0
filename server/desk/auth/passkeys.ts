import type { Passkey, PasskeyProblem } from '../../../desk/api.ts'
import { sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'
import { insertAuditEntry } from '../audit.ts'
import { newToken, PEOPLE } from './people.ts'

/** How long a person may take to use a passkey. */
export const CHALLENGE_MS = 5 * 60_000

/** The setting whose value is the time since when passkeys are required. */
export const PASSKEYS_REQUIRED = 'passkeys required'

export interface StoredPasskey extends Passkey {
  readonly email: string
  /** In COSE format, as base64url. */
  readonly publicKey: string
  /** How the browser can reach it, such as `usb`. */
  readonly transports: readonly string[]
}

export interface PasskeyOfPerson extends StoredPasskey {
  /** The random name by which passkeys know their person. */
  readonly userHandle: string
}

interface AddedPasskey extends Pick<StoredPasskey, 'id' | 'name' | 'publicKey' | 'transports'> {
  readonly counter: number
}

/** The passkeys of the people at the desk, the challenges that passkeys answer, and whether passkeys are required. */
export function createPasskeys(db: SqlDatabase) {
  const areRequired = async () => (await db.all(selectRequired)).length > 0

  return {
    async list(email: string): Promise<readonly StoredPasskey[]> {
      return (await db.all(selectPasskeys(email))).map(passkeyFrom)
    },
    async find(id: string): Promise<PasskeyOfPerson | null> {
      const [row] = await db.all(sql`select k.*, p.user_handle from desk_passkeys k
        join desk_people p on p.email = k.email where k.id = ${id}`)
      return row ? { ...passkeyFrom(row), userHandle: String(row.user_handle) } : null
    },
    /** The random name by which passkeys know a person. It stays the same. */
    userHandle(email: string): Promise<string> {
      const person = sql`select user_handle from desk_people where email = ${email}`
      return db.transact(PEOPLE, [person], ([rows]) => {
        const found = rows?.[0]
        if (found?.user_handle) return { result: String(found.user_handle) }
        const handle = newToken()
        return {
          result: handle,
          write: [sql`update desk_people set user_handle = ${handle} where email = ${email}`],
        }
      })
    },

    /** Stores a challenge for a person, or with null for anyone who signs in. */
    async addChallenge(challenge: string, email: string | null): Promise<void> {
      await db.transact(`challenge ${challenge}`, [], (_, now) => ({
        result: null,
        write: [
          sql`delete from desk_challenges where until < ${now.toISOString()}`,
          sql`insert into desk_challenges (challenge, email, until)
            values (${challenge}, ${email}, ${new Date(now.getTime() + CHALLENGE_MS).toISOString()})`,
        ],
      }))
    },
    /** Uses up a challenge. Returns false if it is unknown, used up, too old, or for another person. */
    takeChallenge(challenge: string, email: string | null): Promise<boolean> {
      const select = sql`select email, until from desk_challenges where challenge = ${challenge}`
      return db.transact(`challenge ${challenge}`, [select], ([rows], now) => {
        const found = rows?.[0]
        return {
          result: found?.email === email && String(found.until) > now.toISOString(),
          write: [sql`delete from desk_challenges where challenge = ${challenge}`],
        }
      })
    },

    add(email: string, { id, name, publicKey, counter, transports }: AddedPasskey) {
      const same = sql`select 1 from desk_passkeys where id = ${id}`
      const person = sql`select 1 from desk_people where email = ${email} and password <> ''`
      return db.transact<'done' | PasskeyProblem>(PEOPLE, [same, person], ([found, people], now) => {
        if (found?.length !== 0) return { result: 'added already' }
        // The person may have been removed or reset in the meantime.
        if (people?.length === 0) return { result: 'too late' }
        const insert = sql`insert into desk_passkeys (id, email, name, public_key, counter, transports, created_at)
          values (${id}, ${email}, ${name}, ${publicKey}, ${counter}, ${transports.join(' ')}, ${now.toISOString()})`
        return { result: 'done', write: [insert, insertAuditEntry(now, email, 'passkey added', name)] }
      })
    },
    /**
     * Records that a passkey signed in. Its counter must be higher than before: otherwise the passkey was copied, and
     * this is the copy or the original. Passkeys without a counter always send 0.
     */
    recordUse(id: string, counter: number) {
      const select = sql`select email, name, counter from desk_passkeys where id = ${id}`
      return db.transact<'done' | PasskeyProblem>(PEOPLE, [select], ([rows], now) => {
        const found = rows?.[0]
        if (!found) return { result: 'unknown passkey' }
        const before = Number(found.counter)
        if (counter <= before && (counter > 0 || before > 0)) {
          const audit = insertAuditEntry(
            now,
            String(found.email),
            'copied passkey refused',
            String(found.name),
          )
          return { result: 'copied passkey', write: [audit] }
        }
        const update = sql`update desk_passkeys set counter = ${counter}, last_used_at = ${now.toISOString()}
          where id = ${id}`
        return { result: 'done', write: [update] }
      })
    },
    /** Returns the name of the removed passkey. While passkeys are required, the last one stays. */
    remove(email: string, id: string) {
      return db.transact<{ readonly name: string } | PasskeyProblem>(
        PEOPLE,
        [selectPasskeys(email), selectRequired],
        ([passkeys = [], required = []], now) => {
          const found = passkeys.find((passkey) => passkey.id === id)
          if (!found) return { result: 'unknown passkey' }
          if (passkeys.length === 1 && required.length > 0) return { result: 'last passkey' }
          const name = String(found.name)
          const remove = sql`delete from desk_passkeys where id = ${id}`
          return {
            result: { name },
            write: [remove, insertAuditEntry(now, email, 'passkey removed', name)],
          }
        },
      )
    },

    areRequired,
    /** Whether a password alone starts no session: passkeys are required, and the person has one. */
    async isRequiredOf(email: string): Promise<boolean> {
      return (await areRequired()) && (await db.all(selectPasskeys(email))).length > 0
    },
    /**
     * Requires passkeys for everyone from their next sign-in on, or ends this. Who requires them has one, which shows
     * that passkeys work here.
     */
    require(isRequired: boolean, who: string) {
      return db.transact<'done' | PasskeyProblem>(
        PEOPLE,
        [selectPasskeys(who), selectRequired],
        ([own = [], required = []], now) => {
          if (isRequired === required.length > 0) return { result: 'done' }
          if (isRequired && own.length === 0) return { result: 'no passkey of your own' }
          const change = isRequired
            ? sql`insert into desk_settings (key, value) values (${PASSKEYS_REQUIRED}, ${now.toISOString()})`
            : sql`delete from desk_settings where key = ${PASSKEYS_REQUIRED}`
          const what = isRequired ? 'passkeys required' : 'passkeys not required'
          return { result: 'done', write: [change, insertAuditEntry(now, who, what)] }
        },
      )
    },
  }
}

const selectRequired = sql`select value from desk_settings where key = ${PASSKEYS_REQUIRED}`

const selectPasskeys = (email: string) =>
  sql`select * from desk_passkeys where email = ${email} order by created_at, id`

const passkeyFrom = (row: SqlRow): StoredPasskey => ({
  id: String(row.id),
  email: String(row.email),
  name: String(row.name),
  publicKey: String(row.public_key),
  transports: String(row.transports).split(' ').filter(Boolean),
  createdAt: String(row.created_at),
  lastUsedAt: row.last_used_at === null ? null : String(row.last_used_at),
})
