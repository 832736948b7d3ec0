import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { CurrentSettings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Log } from '../monitoring/log.ts'
import { createAccountThrottle } from './account-throttle.ts'
import { createAudit } from './audit.ts'
import { createDevices } from './devices.ts'
import { createFirstOwner } from './first-owner.ts'
import { listMembers } from './list-members.ts'
import { createPasskeys } from './passkeys.ts'
import { createPeople } from './people.ts'
import { createSessions, type SignedIn } from './sessions.ts'
import type { StaffNotices } from './staff-notices.ts'

const MINUTE = 60_000

/** The people of the desk, the ways in which they sign in, and the audit list, on one database. */
export function createStaff(db: Database) {
  const people = createPeople(db)
  return {
    people,
    firstOwner: createFirstOwner(people),
    listMembers: () => listMembers(db),
    passkeys: createPasskeys(db),
    sessions: createSessions(db),
    devices: createDevices(db),
    accountThrottle: createAccountThrottle(db, MINUTE),
    audit: createAudit(db),
  }
}

export type Staff = ReturnType<typeof createStaff>

export interface StaffServices extends Pick<Config, 'siteUrl' | 'siteDomain'> {
  readonly settings: CurrentSettings
  readonly staff: Staff
  readonly notices: StaffNotices
  readonly mailer: Mailer
  readonly log: Log
  readonly heartbeatMs?: number
}

export interface StaffRouteServices extends StaffServices {
  /** The signed-in person who made a request. */
  readonly personOf: (request: FastifyRequest) => SignedIn
}
