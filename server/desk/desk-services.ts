import type { FastifyRequest } from 'fastify'
import type { BackupStatus } from '../backup/daily-backups.ts'
import type { ProjectServices } from '../projects/project-services.ts'
import type { SignedIn } from './auth/sessions.ts'
import type { StaffNotices } from './auth/staff-notices.ts'
import type { Desk } from './desk.ts'

export interface DeskServices extends ProjectServices {
  readonly desk: Desk
  readonly notices: StaffNotices
  readonly brandName: string
  readonly siteUrl: string | null
  readonly siteDomain: string | null
  readonly webhookAllowPrivate: boolean
  readonly now: () => Date
  readonly backupStatus: () => BackupStatus
  readonly heartbeatMs?: number
}

/** What every route of the desk needs. */
export interface DeskRouteServices extends DeskServices {
  /** The signed-in person who made a request. */
  readonly personOf: (request: FastifyRequest) => SignedIn
}

/** A route with a project's id in its path. */
export interface ById {
  readonly Params: { readonly id: string }
}
