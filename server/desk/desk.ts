import type { BusinessHours } from '../../desk/business-hours.ts'
import { reasonOf } from '../reason-of.ts'
import type { Log } from '../services.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import { createAudit } from './audit.ts'
import { createBackfill } from './backfill.ts'
import { createChanges } from './changes.ts'
import { createFirstContacts } from './first-contacts.ts'
import { createFunnel } from './funnel.ts'
import { createInbox } from './inbox.ts'
import { createPeople } from './people.ts'
import { createProjectFiles } from './project-files.ts'
import { createSessions } from './sessions.ts'
import { createSteps } from './steps.ts'
import { createWordIndex } from './word-index.ts'

/** What the business works from, over one database of tables. Every database passes the *.contract.test.ts here. */
export function createDesk(db: SqlDatabase, hours: BusinessHours, log: Log) {
  const wordIndex = createWordIndex(db)
  return {
    db,
    hours,
    people: createPeople(db),
    sessions: createSessions(db),
    audit: createAudit(db),
    inbox: createInbox(db, hours, wordIndex),
    wordIndex,
    projectFile: createProjectFiles(db, hours),
    firstContacts: createFirstContacts(db, hours),
    steps: createSteps(db, hours),
    funnel: createFunnel(db),
    backfill: createBackfill(db, wordIndex),
    changes: createChanges(db, (error) =>
      log.warn({ reason: reasonOf(error) }, 'Changes could not be looked for'),
    ),
  }
}

export type Desk = ReturnType<typeof createDesk>
