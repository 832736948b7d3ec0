import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { normalizeName } from '../../../desk/normalize-name.ts'
import { describeError } from '../../lib/errors.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { Log } from '../../monitoring/log.ts'
import { type Delivery, isLeased } from '../../store/delivery.ts'
import { deleteMessagesAbout, enqueue } from '../../store/sql/outbox-statements.ts'
import { erasedHash } from '../../store/sql/project-statements.ts'
import { deliveryFrom } from '../../store/sql/rows.ts'
import { type Statement, sql } from '../../store/sql/sql.ts'
import type { SqlDatabase, SqlDecision } from '../../store/sql/sql-database.ts'
import { insertAuditEntry } from '../audit.ts'

type Erased = 'erased' | 'another name' | 'unknown project' | 'not e-mailed' | 'not suspicious'

export interface Erasing {
  readonly id: string
  /**
   * As the member typed it. Null when erasing several: projects that are neither e-mailed nor suspicious are skipped, and
   * the caller adds to the audit list.
   */
  readonly lastName: string | null
  readonly who: string
  /** Another member may have released it meanwhile. */
  readonly mustBeSuspicious?: true
}

const POLL_MS = 100
/** Longer than a mail server usually takes. */
const MAX_WAIT_MS = 5000

/**
 * Removes a project: its e-mail files, then its record, delivery, history and words. A hash of its id is stored, so
 * that a late retry of the visitor's page does not bring it back. An e-mail that is being sent is waited for.
 *
 * The files go first. If that fails, the record is still there, and erasing can be repeated.
 */
export async function eraseProject(erasing: Erasing, db: SqlDatabase, mailer: Mailer): Promise<Erased> {
  const end = performance.now() + MAX_WAIT_MS
  let withoutEmails: Delivery | null = null
  while (true) {
    const step = await nextStep(erasing, db, { withoutEmails, isPatient: performance.now() < end })
    if (step.kind === 'being sent') await pause(POLL_MS)
    else if (step.kind === 'has e-mails') {
      await mailer.erase?.(erasing.id)
      withoutEmails = step.delivery
    } else return step.kind
  }
}

/** Rewrites the files of the database without the erased words. If that fails, the next erasure repeats it. */
export const purgeErased = (db: SqlDatabase, log: Log): Promise<void> =>
  db.purgeDeleted().catch((error: unknown) => {
    log.warn({ reason: describeError(error) }, 'Erased words are still in the files of the database')
  })

interface SoFar {
  /** The delivery when its e-mail files were removed. If it has changed since, there may be new files. */
  readonly withoutEmails: Delivery | null
  readonly isPatient: boolean
}

type Step =
  | { readonly kind: 'has e-mails'; readonly delivery: Delivery }
  | { readonly kind: 'being sent' | Erased }

function nextStep(
  { id, lastName, who, mustBeSuspicious }: Erasing,
  db: SqlDatabase,
  { withoutEmails, isPatient }: SoFar,
): Promise<Step> {
  const read = [
    sql`select "lastName" from projects where id = ${id}`,
    sql`select * from deliveries where "projectId" = ${id}`,
  ]
  return db.transact(id, read, ([projects = [], deliveries = []], now): SqlDecision<Step> => {
    const [project, row] = [projects[0], deliveries[0]]
    if (lastName !== null && !project) return { result: { kind: 'unknown project' } }
    if (lastName !== null && normalizeName(lastName) !== normalizeName(String(project?.lastName)))
      return { result: { kind: 'another name' } }
    const delivery = row ? deliveryFrom(row) : null
    if (mustBeSuspicious && !delivery?.suspicion) return { result: { kind: 'not suspicious' } }
    if (lastName === null && delivery?.sentAt === null && !delivery.suspicion)
      return { result: { kind: 'not e-mailed' } }
    if (delivery && isPatient && isLeased(delivery, now)) return { result: { kind: 'being sent' } }
    if (delivery && !isDeepStrictEqual(delivery, withoutEmails))
      return { result: { kind: 'has e-mails', delivery } }
    const at = now.toISOString()
    return {
      // Erasing by age also removes what is left of a record that was deleted by hand.
      result: { kind: project ? 'erased' : 'unknown project' },
      write: [
        deleteMessagesAbout(id),
        enqueue({ projectId: id, event: 'project.erased', now }),
        ...removal(id, db.dialect),
        sql`insert into desk_erased (hash, at) values (${erasedHash(id)}, ${at}) on conflict (hash) do nothing`,
        ...(lastName === null ? [] : [insertAuditEntry(now, who, 'erased', '1 project')]),
      ],
    }
  })
}

/** Deletes every row of a project. */
export const removal = (id: string, dialect: SqlDatabase['dialect']): readonly Statement[] => [
  sql`delete from deliveries where "projectId" = ${id}`,
  sql`delete from projects where id = ${id}`,
  ...(dialect === 'sqlite'
    ? [sql`delete from desk_search where rowid = (select seq from desk_projects where project_id = ${id})`]
    : []),
  sql`delete from desk_projects where project_id = ${id}`,
  sql`delete from desk_events where project_id = ${id}`,
  sql`delete from desk_briefs where project_id = ${id}`,
]
