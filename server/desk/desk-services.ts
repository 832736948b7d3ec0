import type { BackupStatus } from '../backup/daily-backups.ts'
import type { ProjectServices } from '../projects/project-services.ts'
import type { StaffRouteServices, StaffServices } from '../staff/staff.ts'
import type { Desk } from './desk.ts'

export interface DeskServices extends ProjectServices, StaffServices {
  readonly desk: Desk
  readonly webhookAllowPrivate: boolean
  readonly backupStatus: () => BackupStatus
}

/** Services for the routes of the desk. */
export interface DeskRouteServices extends DeskServices, StaffRouteServices {}
