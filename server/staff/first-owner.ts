import type { Person } from '../../desk/api.ts'
import { hashToken, newToken, type People } from './people.ts'

/** The link with which the first owner adds themselves. Only the process that made it knows it. */
export function createFirstOwner(people: People) {
  let expectedHash: string | null = null
  return {
    /** Returns the token of a new link, or null if the desk has a person. */
    async invite(): Promise<string | null> {
      if (!(await people.isEmpty())) return null
      const token = newToken()
      expectedHash = hashToken(token)
      return token
    },
    isInvited: () => expectedHash !== null,
    /** Adds the owner. Returns the token of their link to choose a password, or null if the first link is used up. */
    async accept(token: string, person: Person): Promise<string | null> {
      if (hashToken(token) !== expectedHash) return null
      // Before anything else runs, so that the link works once.
      expectedHash = null
      return (await people.isEmpty()) ? people.add(person, person.email) : null
    },
  }
}
