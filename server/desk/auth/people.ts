import { createHash, randomBytes } from 'node:crypto'
import type { Person } from '../../../desk/api.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlRow } from '../../store/sql/sql-database.ts'

export interface Member extends Person {
  /** Empty until a password has been chosen. */
  readonly password: string
}

/** So long is a link good. */
export const LINK_DAYS = 7
const DAY_MS = 24 * 3600_000

/** Who may use the desk. Changes are made on the command line; a password is chosen through a link. */
export function createPeople(db: SqlDatabase) {
  const find = async (email: string): Promise<Member | null> => {
    const [row] = await db.all(sql`select * from desk_people where email = ${memberKey(email)}`)
    return row ? memberFrom(row) : null
  }

  return {
    find,
    async list(): Promise<readonly Member[]> {
      return (await db.all(sql`select * from desk_people order by name, email`)).map(memberFrom)
    },
    async isEmpty(): Promise<boolean> {
      return (await db.all(sql`select 1 from desk_people limit 1`)).length === 0
    },
    /** The token of a link to choose a password, or null when somebody with that address is there. */
    add(name: string, address: string): Promise<string | null> {
      const email = memberKey(address)
      return db.transact(`person ${email}`, [selectPerson(email)], ([found = []], now) => {
        if (found.length > 0) return { result: null }
        const { token, statement } = newLink(email, now)
        const person = sql`insert into desk_people (email, name, added_at) values (${email}, ${name}, ${now.toISOString()})`
        return { result: token, write: [person, statement] }
      })
    },
    /** Ends every session and the password with them; null when there is nobody. */
    reset(address: string): Promise<string | null> {
      const email = memberKey(address)
      return db.transact(`person ${email}`, [selectPerson(email)], ([found = []], now) => {
        if (found.length === 0) return { result: null }
        const { token, statement } = newLink(email, now)
        const forget = sql`update desk_people set password = '' where email = ${email}`
        return { result: token, write: [forget, ...endAll(email), statement] }
      })
    },
    remove(address: string): Promise<boolean> {
      const email = memberKey(address)
      return db.transact(`person ${email}`, [selectPerson(email)], ([found = []]) => ({
        result: found.length > 0,
        write: [...endAll(email), sql`delete from desk_people where email = ${email}`],
      }))
    },
    /** How many projects a person has; whoever is removed keeps them until they are given to somebody else. */
    async projectsOf(address: string): Promise<number> {
      const [row] = await db.all(
        sql`select count(*) as projects from desk_projects where assignee = ${memberKey(address)}`,
      )
      return Number(row?.projects)
    },
    /** Whose link it is, or null when it is used up, too old or none. */
    async linkOf(token: string, now: Date): Promise<string | null> {
      const [row] = await db.all(
        sql`select email from desk_links where hash = ${hashOf(token)} and until > ${now.toISOString()}`,
      )
      return row ? String(row.email) : null
    },
    /** False when the link was used up meanwhile. */
    choosePassword(token: string, email: string, password: string): Promise<boolean> {
      const link = sql`select email from desk_links where hash = ${hashOf(token)}`
      return db.transact(`person ${email}`, [link], ([found = []]) =>
        found.length === 0
          ? { result: false }
          : {
              result: true,
              write: [
                sql`update desk_people set password = ${password} where email = ${email}`,
                ...endAll(email),
              ],
            },
      )
    },
  }
}

export type People = ReturnType<typeof createPeople>

/** What a member is found by, and kept under: the address as they write it, whatever the case. */
export const memberKey = (address: string): string => address.normalize('NFC').trim().toLowerCase()

/** What is kept of a secret that its owner shows again. 256 random bits need no slow hash. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newToken = (): string => randomBytes(32).toString('base64url')

const selectPerson = (email: string) => sql`select email from desk_people where email = ${email}`

const endAll = (email: string): readonly Statement[] => [
  sql`delete from desk_sessions where email = ${email}`,
  sql`delete from desk_links where email = ${email}`,
]

function newLink(email: string, now: Date) {
  const token = newToken()
  const until = new Date(now.getTime() + LINK_DAYS * DAY_MS).toISOString()
  return {
    token,
    statement: sql`insert into desk_links (hash, email, until) values (${hashOf(token)}, ${email}, ${until})`,
  }
}

const memberFrom = (row: SqlRow): Member => ({
  name: String(row.name),
  email: String(row.email),
  password: String(row.password),
})
