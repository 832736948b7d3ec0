import type { FastifyRequest } from 'fastify'
import type { Mailer } from '../mail/mailer.ts'
import type { Log } from '../monitoring/log.ts'
import type { SignedIn } from './sessions.ts'
import type { Staff } from './staff.ts'
import type { StaffNotices } from './staff-notices.ts'

export interface StaffServices {
  readonly staff: Staff
  readonly notices: StaffNotices
  readonly mailer: Mailer
  readonly log: Log
  readonly brandName: string
  readonly siteUrl: string | null
  readonly siteDomain: string | null
  readonly now: () => Date
  readonly heartbeatMs?: number
}

/** What every route needs. */
export interface StaffRouteServices extends StaffServices {
  /** The signed-in person who made a request. */
  readonly personOf: (request: FastifyRequest) => SignedIn
}
