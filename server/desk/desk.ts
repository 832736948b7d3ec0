import type { BusinessHours } from '../../desk/business-hours.ts'
import type { SqlDatabase } from '../store/sql-database.ts'
import { createAudit } from './audit.ts'
import { createInbox } from './inbox.ts'
import { createPeople } from './people.ts'
import { createProjectFiles } from './project-files.ts'
import { createSessions } from './sessions.ts'

/** What the business works from, over one database of tables. Every database passes desk.contract.test.ts. */
export function createDesk(db: SqlDatabase, hours: BusinessHours) {
  return {
    db,
    hours,
    people: createPeople(db),
    sessions: createSessions(db),
    audit: createAudit(db),
    inbox: createInbox(db, hours),
    projectFile: createProjectFiles(db, hours),
  }
}

export type Desk = ReturnType<typeof createDesk>
