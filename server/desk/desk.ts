import type { BackupStatus } from '../backup/daily-backups.ts'
import type { BusinessHours } from '../config/business-hours.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { describeError } from '../lib/errors.ts'
import type { Log } from '../monitoring/log.ts'
import type { ProjectServices } from '../projects/project-services.ts'
import type { StaffRouteServices, StaffServices } from '../staff/staff.ts'
import { createInbox } from './inbox/inbox.ts'
import { createLiveUpdates } from './inbox/live-updates.ts'
import { createProjectDetails } from './projects/project-details.ts'
import { createFirstContacts } from './reports/first-contacts.ts'
import { createFunnel } from './reports/funnel.ts'
import { createVisitCounts } from './reports/visit-counts.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** The functions of the desk's routes and jobs, on one database. SQLite and PostgreSQL pass the *.contract.test.ts here. */
export function createDesk(db: Database, hours: BusinessHours, log: Log) {
  return {
    db,
    hours,
    inbox: createInbox(db, hours),
    projectDetails: createProjectDetails(db, hours),
    firstContacts: createFirstContacts(db, hours),
    visitCounts: createVisitCounts(db, hours),
    funnel: createFunnel(db, hours),
    webhooks: createWebhooks(db),
    liveUpdates: createLiveUpdates(db, (error) =>
      log.warn({ reason: describeError(error) }, 'Looking for changes failed'),
    ),
  }
}

export type Desk = ReturnType<typeof createDesk>

export interface DeskServices extends ProjectServices, StaffServices, Pick<Config, 'given'> {
  readonly desk: Desk
  readonly webhookAllowPrivate: boolean
  readonly backupStatus: () => BackupStatus
}

export interface DeskRouteServices extends DeskServices, StaffRouteServices {}
