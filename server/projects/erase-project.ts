import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { insertAuditEntry } from '../db/audit-entry.ts'
import type { Database, Decision } from '../db/database.ts'
import { deleteProject, erasedHash, selectProject } from '../db/project-statements.ts'
import { type Statement, sql } from '../db/sql.ts'
import { describeError } from '../lib/errors.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Log } from '../monitoring/log.ts'
import { isLeased, isSent, LEASE_MS, type Message } from '../outbox/message.ts'
import {
  deleteMessage,
  insertWebhookMessages,
  selectMessagesOf,
  updateMessage,
} from '../outbox/message-statements.ts'
import { normalizeName } from './normalize-name.ts'

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
 * Removes a project: its e-mail files, then its record, history and words. Of its messages only `project.erased` and the
 * deletion of its document are left. A hash of its id is stored, so that a late retry of the visitor's page does not
 * bring it back. E-mails that are being sent are waited for.
 *
 * The files go first. If that fails, the record is still there, and erasing can be repeated.
 */
export async function eraseProject(erasing: Erasing, db: Database, mailer: Mailer): Promise<Erased> {
  const end = performance.now() + MAX_WAIT_MS
  let withoutFiles: readonly Message[] = []
  while (true) {
    const step = await nextStep(erasing, db, { withoutFiles, mayWait: performance.now() < end })
    if (step.kind === 'being sent') await pause(POLL_MS)
    else if (step.kind === 'has e-mails') {
      await mailer.erase?.(erasing.id)
      withoutFiles = step.emails
    } else return step.kind
  }
}

/** Rewrites the files of the database without the erased words. If that fails, the next erasure repeats it. */
export const purgeErased = (db: Database, log: Log): Promise<void> =>
  db.purgeDeleted().catch((error: unknown) => {
    log.warn({ reason: describeError(error) }, 'Erased words are still in the files of the database')
  })

interface Progress {
  /** The e-mails when their files were removed. If they have changed since, there may be new files. */
  readonly withoutFiles: readonly Message[]
  readonly mayWait: boolean
}

type Step =
  | { readonly kind: 'has e-mails'; readonly emails: readonly Message[] }
  | { readonly kind: 'being sent' | Erased }

function nextStep(
  { id, lastName, who, mustBeSuspicious }: Erasing,
  db: Database,
  { withoutFiles, mayWait }: Progress,
): Promise<Step> {
  return db.transact(
    id,
    [selectProject(id), selectMessagesOf(id)],
    ([[project], messages], now): Decision<Step> => {
      if (lastName !== null && !project) return { result: { kind: 'unknown project' } }
      if (lastName !== null && normalizeName(lastName) !== normalizeName(project?.answers.lastName ?? ''))
        return { result: { kind: 'another name' } }
      if (mustBeSuspicious && !project?.suspicion) return { result: { kind: 'not suspicious' } }
      const emails = messages.filter(({ channel }) => isEmail(channel))
      const isUnsent = emails.some((email) => email.channel === 'specialist' && !isSent(email))
      if (lastName === null && isUnsent) return { result: { kind: 'not e-mailed' } }
      if (mayWait && emails.some((email) => isLeased(email, now))) return { result: { kind: 'being sent' } }
      if (!isDeepStrictEqual(emails, withoutFiles)) return { result: { kind: 'has e-mails', emails } }
      return {
        // Erasing by age also removes what is left of a record that was deleted by hand.
        result: { kind: project ? 'erased' : 'unknown project' },
        write: [
          // First, because it locks the webhooks, as deleting one does.
          insertWebhookMessages({ projectId: id, event: 'project.erased', now }, db.dialect),
          ...messages.flatMap((message) => eraseMessage(message, now)),
          ...deleteProject(id, db.dialect),
          sql`insert into desk_erased (hash, at) values (${erasedHash(id)}, ${now.toISOString()}) on conflict (hash) do nothing`,
          ...(lastName === null ? [] : [insertAuditEntry(now, who, 'erased', '1 project')]),
        ],
      }
    },
  )
}

/** What becomes of a message when its project is erased. */
function eraseMessage(message: Message, now: Date): readonly Statement[] {
  const { id, channel, leaseToken } = message
  // Nothing proves that it was never written: a retry resets the attempts, and a restart releases the lease.
  if (channel === 'document') return [updateMessage(deleteDocument(message, now))]
  // A webhook message that is being sent stays, so that `project.erased` comes after it.
  return leaseToken !== null && !isEmail(channel) ? [] : [deleteMessage(id)]
}

const isEmail = (channel: string) => channel === 'specialist' || channel === 'homeowner'

/** A write whose outcome is not known may still arrive, so the document is deleted after it. */
function deleteDocument(message: Message, now: Date): Message {
  const waitMs = isSent(message) ? 0 : LEASE_MS
  return {
    ...message,
    event: 'project.erased',
    detail: {},
    queuedAt: now,
    attempts: 0,
    nextAttemptAt: new Date(now.getTime() + waitMs),
    leaseToken: null,
    sentAt: null,
    deadAt: null,
    lastError: '',
  }
}
