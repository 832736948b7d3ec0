import type { BusinessHours } from '../../desk/business-hours.ts'
import type { Database } from '../db/database.ts'
import { describeError } from '../lib/errors.ts'
import type { Log } from '../monitoring/log.ts'
import { createAudit } from './audit.ts'
import { createDevices } from './auth/devices.ts'
import { createPasskeys } from './auth/passkeys.ts'
import { createPeople } from './auth/people.ts'
import { createSessions } from './auth/sessions.ts'
import { createInbox } from './inbox/inbox.ts'
import { createLiveUpdates } from './inbox/live-updates.ts'
import { createSuspicious } from './inbox/suspicious.ts'
import { createProjectDetails } from './projects/project-details.ts'
import { createFirstContacts } from './reports/first-contacts.ts'
import { createFunnel } from './reports/funnel.ts'
import { createVisitCounts } from './reports/visit-counts.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** Everything the desk's routes and jobs need, on one database. Both kinds pass the *.contract.test.ts here. */
export function createDesk(db: Database, hours: BusinessHours, log: Log) {
  return {
    db,
    hours,
    people: createPeople(db),
    passkeys: createPasskeys(db),
    sessions: createSessions(db),
    devices: createDevices(db),
    audit: createAudit(db),
    inbox: createInbox(db, hours),
    suspicious: createSuspicious(db),
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

/** How often to look whether the desk was turned on or off, which another process does. */
const LOOK_MS = 5000

/**
 * Returns the desk's address for links in e-mails; null while the desk is off and without SITE_URL. It comes from
 * memory, because a submission must not wait for the desk.
 */
export function createDeskUrl(desk: Desk, siteUrl: string | null, lookMs = LOOK_MS): () => string | null {
  if (!siteUrl) return () => null
  let isOpen = false
  const look = async () => {
    try {
      isOpen = !(await desk.people.isEmpty())
    } catch {
      // The database is down. It is still open or closed as before.
    }
  }
  void look()
  setInterval(look, lookMs).unref()
  return () => (isOpen ? `${siteUrl}/desk` : null)
}

export type Desk = ReturnType<typeof createDesk>
