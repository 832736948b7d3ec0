import type { Passkey, PasskeyProblem } from '../../desk/api.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database, Decision } from '../db/database.ts'
import { number, orNull, query, text, words } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { newToken, PEOPLE } from './people.ts'

/** How long a person has to use a passkey. */
export const CHALLENGE_MS = 5 * 60_000

/** The setting whose value is the time since when passkeys are required. */
export const PASSKEYS_REQUIRED = 'passkeys required'

export interface StoredPasskey extends Passkey {
  readonly email: string
  /** In COSE format, as base64url. */
  readonly publicKey: string
  /** How the browser can reach the passkey, such as `usb`. */
  readonly transports: readonly string[]
}

export interface PasskeyOfPerson extends StoredPasskey {
  /** The random id that passkeys store for their person, or null before the first passkey. */
  readonly userHandle: string | null
}

interface AddedPasskey extends Pick<StoredPasskey, 'id' | 'name' | 'publicKey' | 'transports'> {
  readonly counter: number
}

type Removed = Pick<Passkey, 'name'> | PasskeyProblem

/** The passkeys of the desk's people, the open challenges, and whether passkeys are required. */
export function createPasskeys(db: Database) {
  const areRequired = async () => (await db.all(selectRequired)).length > 0

  return {
    list: (email: string): Promise<readonly StoredPasskey[]> => db.all(selectPasskeys(email)),
    async find(id: string): Promise<PasskeyOfPerson | null> {
      const select = sql`select k.*, p.user_handle from desk_passkeys k
        join desk_people p on p.email = k.email where k.id = ${id}`
      const [passkey = null] = await db.all(query(select, { ...columns, userHandle: orNull(text) }))
      return passkey
    },
    /** The random id that passkeys store for a person. It never changes. */
    userHandle(email: string): Promise<string> {
      const select = sql`select user_handle from desk_people where email = ${email}`
      return db.transact(PEOPLE, [query(select, { userHandle: orNull(text) })], ([[found]]) => {
        if (found?.userHandle) return { result: found.userHandle }
        const handle = newToken()
        return {
          result: handle,
          write: [sql`update desk_people set user_handle = ${handle} where email = ${email}`],
        }
      })
    },

    /** Stores a challenge for a person, or for any sign-in if the address is null. */
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
    /** Uses a challenge. Returns false if it is unknown, was used before, has expired, or is for another person. */
    takeChallenge(challenge: string, email: string | null): Promise<boolean> {
      const select = sql`select email, until from desk_challenges where challenge = ${challenge}`
      const read = [query(select, { email: orNull(text), until: text })] as const
      return db.transact(`challenge ${challenge}`, read, ([[found]], now) => ({
        result: found?.email === email && found.until > now.toISOString(),
        write: [sql`delete from desk_challenges where challenge = ${challenge}`],
      }))
    },

    add(
      email: string,
      { id, name, publicKey, counter, transports }: AddedPasskey,
    ): Promise<'done' | PasskeyProblem> {
      const same = query(sql`select 1 from desk_passkeys where id = ${id}`, {})
      const people = query(sql`select 1 from desk_people where email = ${email} and password <> ''`, {})
      return db.transact(PEOPLE, [same, people], ([[found], [person]], now) => {
        if (found) return { result: 'added already' }
        // The person may have been removed or reset in the meantime.
        if (!person) return { result: 'too late' }
        const insert = sql`insert into desk_passkeys (id, email, name, public_key, counter, transports, created_at)
          values (${id}, ${email}, ${name}, ${publicKey}, ${counter}, ${transports.join(' ')}, ${now.toISOString()})`
        return { result: 'done', write: [insert, insertAuditEntry(now, email, 'passkey added', name)] }
      })
    },
    /**
     * Records a sign-in with a passkey. The counter must be higher than before: otherwise the passkey was copied, and this
     * is either the copy or the original. Passkeys without a counter always send 0.
     */
    recordUse(id: string, counter: number): Promise<'done' | PasskeyProblem> {
      const select = sql`select email, name, counter from desk_passkeys where id = ${id}`
      const read = [query(select, { email: text, name: text, counter: number })] as const
      return db.transact(PEOPLE, read, ([[found]], now) => {
        if (!found) return { result: 'unknown passkey' }
        if (counter <= found.counter && (counter > 0 || found.counter > 0)) {
          const audit = insertAuditEntry(now, found.email, 'copied passkey refused', found.name)
          return { result: 'copied passkey', write: [audit] }
        }
        const update = sql`update desk_passkeys set counter = ${counter}, last_used_at = ${now.toISOString()}
          where id = ${id}`
        return { result: 'done', write: [update] }
      })
    },
    /** Returns the name of the removed passkey. While passkeys are required, the last one can't be removed. */
    remove(email: string, id: string) {
      const read = [selectPasskeys(email), selectRequired] as const
      return db.transact(PEOPLE, read, ([passkeys, [required]], now): Decision<Removed> => {
        const found = passkeys.find((passkey) => passkey.id === id)
        if (!found) return { result: 'unknown passkey' }
        if (passkeys.length === 1 && required) return { result: 'last passkey' }
        const { name } = found
        const remove = sql`delete from desk_passkeys where id = ${id}`
        return { result: { name }, write: [remove, insertAuditEntry(now, email, 'passkey removed', name)] }
      })
    },

    areRequired,
    /** True if a password alone is not enough: passkeys are required, and the person has one. */
    async isRequiredOf(email: string): Promise<boolean> {
      return (await areRequired()) && (await db.all(selectPasskeys(email))).length > 0
    },
    /**
     * Requires passkeys from everyone at their next sign-in, or stops requiring them. The owner who turns this on must
     * have a passkey, which proves that passkeys work here.
     */
    require(isRequired: boolean, who: string): Promise<'done' | PasskeyProblem> {
      return db.transact(PEOPLE, [selectPasskeys(who), selectRequired], ([own, required], now) => {
        if (isRequired === required.length > 0) return { result: 'done' }
        if (isRequired && own.length === 0) return { result: 'no passkey of your own' }
        const change = isRequired
          ? sql`insert into desk_settings (key, value) values (${PASSKEYS_REQUIRED}, ${now.toISOString()})`
          : sql`delete from desk_settings where key = ${PASSKEYS_REQUIRED}`
        const what = isRequired ? 'passkeys required' : 'passkeys not required'
        return { result: 'done', write: [change, insertAuditEntry(now, who, what)] }
      })
    },
  }
}

const selectRequired = query(sql`select value from desk_settings where key = ${PASSKEYS_REQUIRED}`, {})

const selectPasskeys = (email: string) =>
  query(sql`select * from desk_passkeys where email = ${email} order by created_at, id`, columns)

const columns = {
  id: text,
  email: text,
  name: text,
  publicKey: text,
  transports: words,
  createdAt: text,
  lastUsedAt: orNull(text),
}
