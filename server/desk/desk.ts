import type { BackupStatus } from '../backup/daily-backups.ts'
import type { CurrentSettings } from '../config/settings.ts'
import type { Database } from '../db/database.ts'
import type { StoredSettings } from '../db/stored-settings.ts'
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
export function createDesk(db: Database, settings: CurrentSettings, log: Log) {
  return {
    db,
    settings,
    inbox: createInbox(db, settings),
    projectDetails: createProjectDetails(db, settings),
    firstContacts: createFirstContacts(db, settings),
    visitCounts: createVisitCounts(db, settings),
    funnel: createFunnel(db, settings),
    webhooks: createWebhooks(db),
    liveUpdates: createLiveUpdates(db, (error) =>
      log.warn({ reason: describeError(error) }, 'Looking for changes failed'),
    ),
  }
}

export type Desk = ReturnType<typeof createDesk>

export interface DeskServices extends ProjectServices, StaffServices {
  readonly settings: CurrentSettings
  readonly desk: Desk
  readonly storedSettings: StoredSettings
  readonly webhookAllowPrivate: boolean
  readonly backupStatus: () => BackupStatus
}

export interface DeskRouteServices extends DeskServices, StaffRouteServices {}
