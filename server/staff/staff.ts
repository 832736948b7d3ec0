import type { BusinessHours } from '../config/business-hours.ts'
import type { Database } from '../db/database.ts'
import { createAccountThrottle } from './account-throttle.ts'
import { createAudit } from './audit.ts'
import { createDevices } from './devices.ts'
import { listMembers } from './list-members.ts'
import { createPasskeys } from './passkeys.ts'
import { createPeople } from './people.ts'
import { createSessions } from './sessions.ts'

const MINUTE = 60_000

/** The people of the desk, the ways in which they sign in, and the audit list, on one database. */
export function createStaff(db: Database, { timeZone }: Pick<BusinessHours, 'timeZone'>) {
  return {
    timeZone,
    people: createPeople(db),
    listMembers: (now: Date) => listMembers(db, now),
    passkeys: createPasskeys(db),
    sessions: createSessions(db),
    devices: createDevices(db),
    accountThrottle: createAccountThrottle(db, MINUTE),
    audit: createAudit(db),
  }
}

export type Staff = ReturnType<typeof createStaff>
