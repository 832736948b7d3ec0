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

type Erased = 'erased' | 'another name' | 'unknown project' | 'not emailed' | 'not suspicious'

export interface Erasing {
  readonly id: string
  /**
   * As the member typed it. Null to erase several: projects that are neither emailed nor suspicious are skipped, and the
   * caller writes the audit entry.
   */
  readonly lastName: string | null
  readonly who: string
  /** Skips a project that another member has released in the meantime. */
  readonly mustBeSuspicious?: true
}

const POLL_MS = 100
/** Longer than a mail server usually takes. */
const MAX_WAIT_MS = 5000

/**
 * Erases a project: its email files, then its record, history and search words. Of its messages, only `project.erased`
 * and the deletion of its document remain. A hash of its id is stored, so that a late retry of the visitor's page does
 * not create it again. Waits for emails that are being sent.
 *
 * The files are removed first. If that fails, the record still exists, and erasing can be repeated.
 */
export async function eraseProject(erasing: Erasing, db: Database, mailer: Mailer): Promise<Erased> {
  const end = performance.now() + MAX_WAIT_MS
  let withoutFiles: readonly Message[] = []
  while (true) {
    const step = await nextStep(erasing, db, { withoutFiles, mayWait: performance.now() < end })
    if (step.kind === 'being sent') await pause(POLL_MS)
    else if (step.kind === 'has emails') {
      await mailer.erase?.(erasing.id)
      withoutFiles = step.emails
    } else return step.kind
  }
}

/** Rewrites the database files without the erased text. If that fails, the next erasure does it. */
export const purgeErased = (db: Database, log: Log): Promise<void> =>
  db.purgeDeleted().catch((error: unknown) => {
    log.warn({ reason: describeError(error) }, 'Erased text is still in the database files')
  })

interface Progress {
  /** The emails at the time their files were removed. If they have changed since, there may be new files. */
  readonly withoutFiles: readonly Message[]
  readonly mayWait: boolean
}

type Step =
  | { readonly kind: 'has emails'; readonly emails: readonly Message[] }
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
      if (lastName === null && isUnsent) return { result: { kind: 'not emailed' } }
      if (mayWait && emails.some((email) => isLeased(email, now))) return { result: { kind: 'being sent' } }
      if (!isDeepStrictEqual(emails, withoutFiles)) return { result: { kind: 'has emails', emails } }
      return {
        // Erasing by age also removes the remains of a record that was deleted by hand.
        result: { kind: project ? 'erased' : 'unknown project' },
        write: [
          // This comes first because it locks the webhooks, like deleting a webhook.
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

/** Deletes or changes a message when its project is erased. */
function eraseMessage(message: Message, now: Date): readonly Statement[] {
  const { id, channel, leaseToken } = message
  // The document may have been written even if this message looks new: retries reset it, and restarts release leases.
  if (channel === 'document') return [updateMessage(deleteDocument(message, now))]
  // A webhook message that is being sent stays, so that `project.erased` is sent after it.
  return leaseToken !== null && !isEmail(channel) ? [] : [deleteMessage(id)]
}

const isEmail = (channel: string) => channel === 'specialist' || channel === 'homeowner'

/** Deletes the document late enough that a write with an unknown outcome arrives first. */
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
