import { createHash, randomBytes } from 'node:crypto'
import { type Person, type Role, roles } from '../../desk/api.ts'
import { FORGOTTEN_LINK_MINUTES, LINK_DAYS } from '../../desk/limits.ts'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database, Decision } from '../db/database.ts'
import { number, oneOf, orNull, query, text } from '../db/rows.ts'
import { type Statement, sql } from '../db/sql.ts'
import { handOverProjects } from '../projects/hand-over.ts'

export interface Member extends Person {
  readonly role: Role
  /** The hash of the password; empty until the person has chosen one. */
  readonly password: string
}

const DAY_MS = 24 * 3600_000
const MINUTE_MS = 60_000
/** How many links for a forgotten password a person may have at a time. */
const MAX_FORGOTTEN_LINKS = 3

/**
 * The key of every change to people and to their sessions, browsers and links. These changes run one at a time, so that
 * at least one owner always remains.
 */
export const PEOPLE = 'people'

/** The name in the audit list of changes made with `npm run desk`. */
const OPERATOR = 'operator'

/** The people who may use the desk. Owners and the operator add and remove them; they choose a password through a link. */
export function createPeople(db: Database) {
  const find = async (address: string): Promise<Member | null> => {
    const select = sql`select * from desk_people where email = ${normalizeAddress(address)}`
    const [member = null] = await db.all(query(select, memberColumns))
    return member
  }

  return {
    find,
    list: (): Promise<readonly Member[]> =>
      db.all(query(sql`select * from desk_people order by name, email`, memberColumns)),
    async isEmpty(): Promise<boolean> {
      return (await db.all(selectAnyone)).length === 0
    },
    /**
     * Returns the token of a link to choose a password, or null if the address is taken. The first person always becomes
     * an owner.
     */
    add(
      { name, role = 'specialist', ...added }: Person & { readonly role?: Role },
      who = OPERATOR,
    ): Promise<string | null> {
      const email = normalizeAddress(added.email)
      return db.transact(PEOPLE, [selectPerson(email), selectAnyone], ([[found], [anyone]], now) => {
        if (found) return { result: null }
        const { token, statement } = newLink(email, now)
        const person = sql`insert into desk_people (email, name, role, added_at)
          values (${email}, ${name}, ${anyone ? role : 'owner'}, ${now.toISOString()})`
        const audit = insertAuditEntry(now, who, 'person added', email)
        return { result: token, write: [person, statement, audit] }
      })
    },
    /**
     * Replaces the link of a person who has no password. Returns the new token, or null if there is no such person.
     */
    renewLink(address: string, who: string): Promise<string | null> {
      const email = normalizeAddress(address)
      return db.transact(PEOPLE, [selectPerson(email)], ([[found]], now) => {
        if (found?.password !== '') return { result: null }
        const { token, statement } = newLink(email, now)
        const end = sql`delete from desk_links where email = ${email}`
        return { result: token, write: [end, statement, insertAuditEntry(now, who, 'link renewed', email)] }
      })
    },
    /**
     * Removes the password, every passkey, session, known browser and older link. Returns a new link's token, or null
     * for an unknown address. Only the operator can reset the last owner who can sign in.
     */
    reset(address: string, who = OPERATOR): Promise<string | null> {
      const email = normalizeAddress(address)
      return db.transact(PEOPLE, [selectPerson(email), selectOwners], ([[found], owners], now) => {
        if (!found || (who !== OPERATOR && isLastOwner(email, owners))) return { result: null }
        const { token, statement } = newLink(email, now)
        const clear = sql`update desk_people set password = '' where email = ${email}`
        const audit = insertAuditEntry(now, who, 'password reset', email)
        return {
          result: token,
          write: [clear, ...removePasskeys(email), ...endAccess(email), statement, audit],
        }
      })
    },
    /** The last owner who can sign in can't be removed or made a specialist. */
    changeRole(address: string, role: Role, who: string): Promise<PersonChanged> {
      const email = normalizeAddress(address)
      return db.transact(PEOPLE, [selectPerson(email), selectOwners], ([[found], owners], now) => {
        if (!found) return { result: 'unknown person' }
        if (found.role === role) return { result: 'unchanged' }
        if (role !== 'owner' && isLastOwner(email, owners)) return { result: 'last owner' }
        const change = sql`update desk_people set role = ${role} where email = ${email}`
        const audit = insertAuditEntry(now, who, 'role changed', `${email}: ${role}`)
        return { result: 'done', write: [change, audit] }
      })
    },
    /** Removes a person and hands over their open projects; without `handOver`, the projects stay as they are. */
    remove(address: string, handOver?: HandOver): Promise<PersonRemoved> {
      const email = normalizeAddress(address)
      const selectAssignee = selectPerson(normalizeAddress(handOver?.reassignTo ?? ''))
      const read = [selectPerson(email), selectOwners, selectAssignee] as const
      return db.transact(
        PEOPLE,
        read,
        ([[person], owners, [assignee = null]], now): Decision<PersonRemoved> => {
          if (!person) return { result: 'unknown person' }
          if (typeof handOver?.reassignTo === 'string' && (!assignee || assignee.email === email))
            return { result: 'unknown assignee' }
          if (isLastOwner(email, owners)) return { result: 'last owner' }
          const isInvited = person.password === '' && person.signedInAt === null
          const what = isInvited ? 'invitation revoked' : 'person removed'
          const to = assignee && { name: assignee.name, email: assignee.email }
          return {
            result: 'done',
            write: [
              // This comes first because it waits for transactions that are assigning a project to the person.
              sql`delete from desk_people where email = ${email}`,
              ...(handOver ? handOverProjects({ from: email, to, who: handOver.who }, now) : []),
              // Closed projects keep the person's name.
              sql`update desk_projects set assignee_name = ${person.name} where assignee = ${email}`,
              ...removePasskeys(email),
              ...endAccess(email),
              insertAuditEntry(now, handOver?.who.email ?? OPERATOR, what, email),
            ],
          }
        },
      )
    },
    /** Counts the projects assigned to an address, which may belong to a removed person. */
    async countProjects(address: string): Promise<number> {
      const count = sql`select count(*) as projects from desk_projects where assignee = ${normalizeAddress(address)}`
      const [row] = await db.all(query(count, { projects: number }))
      return row?.projects ?? 0
    },
    /** The address that a link was made for, or null if the link was used, has expired or is unknown. */
    async addressOfLink(token: string, now: Date): Promise<string | null> {
      const select = sql`select email from desk_links where hash = ${hashToken(token)} and until > ${now.toISOString()}`
      const [link] = await db.all(query(select, { email: text }))
      return link?.email ?? null
    },
    /**
     * Returns the token of a link for a person who forgot their password. The password stays valid until the link is used.
     * Returns null if the person has too many open links, or has no password yet and therefore an invitation link.
     */
    linkForForgotten(email: string, address: string): Promise<string | null> {
      const person = query(sql`select 1 from desk_people where email = ${email} and password <> ''`, {})
      const links = query(sql`select until from desk_links where email = ${email}`, { until: text })
      return db.transact(PEOPLE, [person, links], ([[found], stored], now) => {
        const open = stored.filter(({ until }) => until > now.toISOString())
        if (!found || open.length >= MAX_FORGOTTEN_LINKS) return { result: null }
        const { token, statement } = newLink(email, now, FORGOTTEN_LINK_MINUTES * MINUTE_MS)
        const audit = insertAuditEntry(now, email, 'password link sent', `asked from ${address}`)
        return { result: token, write: [statement, audit] }
      })
    },
    /** Replaces the password, and ends every session, known browser and link. Returns false if it has changed meanwhile. */
    changePassword({ email, password }: Member, passwordHash: string): Promise<boolean> {
      return db.transact(PEOPLE, [selectMember(email, password)], ([[found]]) => {
        if (!found) return { result: false }
        const change = sql`update desk_people set password = ${passwordHash} where email = ${email}`
        return { result: true, write: [change, ...endAccess(email)] }
      })
    },
    async changeName(email: string, name: string): Promise<void> {
      const person = query(sql`select name from desk_people where email = ${email}`, { name: text })
      await db.transact(PEOPLE, [person], ([[before]], now) => {
        if (!before || before.name === name) return { result: null }
        const change = sql`update desk_people set name = ${name} where email = ${email}`
        return {
          result: null,
          write: [change, insertAuditEntry(now, email, 'name changed', `${before.name} → ${name}`)],
        }
      })
    },
    /** Uses the link, and ends every session and known browser. Returns false if the link was used before. */
    choosePassword(token: string, email: string, passwordHash: string): Promise<boolean> {
      const link = query(sql`select email from desk_links where hash = ${hashToken(token)}`, {})
      return db.transact(PEOPLE, [link], ([[found]]) => {
        if (!found) return { result: false }
        const choose = sql`update desk_people set password = ${passwordHash} where email = ${email}`
        return { result: true, write: [choose, ...endAccess(email)] }
      })
    },
  }
}

type PersonChanged = 'done' | 'unchanged' | 'unknown person' | 'last owner'
type PersonRemoved = Exclude<PersonChanged, 'unchanged'> | 'unknown assignee'

interface HandOver {
  readonly who: Person
  /** The address of the person who gets the open projects, or null to leave them unassigned. */
  readonly reassignTo: string | null
}

export type People = ReturnType<typeof createPeople>

/** The form in which addresses are stored and compared. */
export const normalizeAddress = (address: string): string => address.normalize('NFC').trim().toLowerCase()

export const isAddress = (address: string): boolean => /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(address)

/** Tokens are stored as hashes. A token has 256 random bits, so it needs no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const newToken = (): string => randomBytes(32).toString('base64url')

export const memberColumns = { name: text, email: text, role: oneOf(roles), password: text }

const selectAnyone = query(sql`select 1 from desk_people limit 1`, {})

const selectPerson = (email: string) =>
  query(sql`select name, email, role, password, signed_in_at from desk_people where email = ${email}`, {
    ...memberColumns,
    signedInAt: orNull(text),
  })

/** Finds a person whose password has not been changed or removed in the meantime. */
export const selectMember = (email: string, password: string) =>
  query(sql`select 1 from desk_people where email = ${email} and password = ${password}`, {})

/** Owners who can sign in. An invited owner may never choose a password. */
const selectOwners = query(
  sql`select email from desk_people where role = 'owner' and password <> '' limit 2`,
  { email: text },
)

const isLastOwner = (email: string, owners: readonly Pick<Person, 'email'>[]) =>
  owners.length === 1 && owners[0]?.email === email

const removePasskeys = (email: string): readonly Statement[] => [
  sql`delete from desk_passkeys where email = ${email}`,
  sql`delete from desk_challenges where email = ${email}`,
]

const endAccess = (email: string): readonly Statement[] => [
  sql`delete from desk_sessions where email = ${email}`,
  sql`delete from desk_devices where email = ${email}`,
  sql`delete from desk_links where email = ${email}`,
]

function newLink(email: string, now: Date, lifetimeMs = LINK_DAYS * DAY_MS) {
  const token = newToken()
  const until = new Date(now.getTime() + lifetimeMs).toISOString()
  return {
    token,
    statement: sql`insert into desk_links (hash, email, until) values (${hashToken(token)}, ${email}, ${until})`,
  }
}
