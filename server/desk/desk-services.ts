import type { FastifyRequest } from 'fastify'
import type { BackupStatus } from '../backup/daily-backups.ts'
import type { DeliveryServices } from '../projects/deliver.ts'
import type { SignedIn } from './auth/sessions.ts'
import type { StaffNotices } from './auth/staff-notices.ts'
import type { Desk } from './desk.ts'

export interface DeskServices extends DeliveryServices {
  /** Null with a store that has no SQL database. */
  readonly desk: Desk | null
  readonly brandName: string
  readonly siteUrl: string | null
  readonly siteDomain: string | null
  readonly webhookAllowPrivate: boolean
  readonly homeownerCopy: boolean
  readonly now: () => Date
  readonly backupStatus: () => BackupStatus
  readonly heartbeatMs?: number
}

/** What every route of the desk needs. */
export interface DeskRouteServices extends DeskServices {
  readonly desk: Desk
  readonly notices: StaffNotices
  /** The signed-in person who made a request. */
  readonly personOf: (request: FastifyRequest) => SignedIn
}

/** A route with a project's id in its path. */
export interface ById {
  readonly Params: { readonly id: string }
}
