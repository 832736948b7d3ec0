import { type Answers, areEqual } from '../../questionnaire/answers.ts'
import { noSource, type Source } from '../../questionnaire/source.ts'
import type { Database, Decision } from '../db/database.ts'
import {
  erasedHash,
  type StoredProject,
  saveInboxRow,
  saveProject as saveProjectRow,
  selectProject,
} from '../db/project-statements.ts'
import { query } from '../db/rows.ts'
import { type Statement, sql } from '../db/sql.ts'
import { channelRules, type LatestChannel } from '../outbox/channel.ts'
import { hashOfEmail } from '../outbox/channels/homeowner-copy.ts'
import { changedFrom } from '../outbox/channels/specialist-email.ts'
import type { Lease } from '../outbox/leases.ts'
import { createMessage, GATHER_MS, isSent, type Message, nextUpdateTime, revise } from '../outbox/message.ts'
import {
  insertMessage,
  insertWebhookMessages,
  newMessageId,
  selectMessagesOf,
  updateMessage,
} from '../outbox/message-statements.ts'
import { type Claim, decideClaim, type Queue } from '../outbox/queue.ts'
import { expireBrief, isTokenOf, queueCopy, selectBriefOf, sendCopy } from './briefs.ts'
import { insertFinishedEvent, insertSubmissionEvent } from './project-events.ts'
import { mayGetProject, type SaveSettings } from './project-services.ts'
import { hashOfWriteKey, mayChangeProject } from './write-key.ts'

export interface Submission {
  readonly id: string
  readonly answers: Answers
  /** Answers to questions that this questionnaire does not ask, from a page of another version. */
  readonly extraAnswers: Readonly<Record<string, string>>
  /** Why a new project is suspicious, as text for the desk. Ignored for a revision. */
  readonly suspicion?: string
  /** Where the visit came from. Ignored for a revision, and when submissions are compared. */
  readonly source?: Source
  /** The visitor has not pressed Submit yet. */
  readonly sentEarly?: boolean
  /** The desk opened the page to try the guide. Ignored for a revision. */
  readonly isTest?: boolean
  /** The page's write key, or the token of the brief. */
  readonly writeKey?: string
  /** The id of the price list that the page showed. */
  readonly priceList?: string
}

export interface Saved {
  /** `refused`: different answers are stored, and the submission has no right to replace them. */
  readonly change: 'created' | 'revised' | 'unchanged' | 'refused'
  /** The messages that the visitor waits for. A suspicious project has none, so its visitor sees success. */
  readonly awaited: readonly { readonly channel: LatestChannel; readonly claim: Claim }[]
}

interface SaveServices extends SaveSettings {
  readonly db: Database
  readonly queue: Queue
}

/**
 * Saves a project, and queues its messages, in one transaction. The same answers again change nothing. Different answers
 * replace the project, except for its `createdAt` and source, if the submission has its write key or the token of its
 * brief. A project that was sent early is finished by a submission that is not early, even with the same answers. The
 * messages that the visitor waits for are claimed right away, unless they are sent or being sent.
 */
export function saveProject(submission: Submission, services: SaveServices): Promise<Saved> {
  const { db, queue, latestChannels, settings } = services
  const { id, writeKey = '', sentEarly = false } = submission
  const read = [selectProject(id), selectErased(id), selectMessagesOf(id), selectBriefOf(id)] as const
  return queue.leases.withLeases(latestChannels, (leases) =>
    db.transact(id, read, ([[stored = null], erased, messages, briefs], now): Decision<Saved> => {
      // A late retry of an erased project: the visitor's page sees success, and nothing is stored.
      if (erased.length > 0) return { result: { change: 'unchanged', awaited: [] } }
      const isFinished = stored?.sentEarly === true && !sentEarly
      const messageOf = (name: LatestChannel) => messages.find(({ channel }) => channel === name)
      if (stored && isSame(stored, submission)) {
        const found = leases.flatMap(([channel, lease]) => {
          const message = messageOf(channel)
          return message ? [{ channel, claim: decideClaim(message, { lease, project: stored, now }) }] : []
        })
        const claimed = found.flatMap(({ claim }) =>
          claim.kind === 'claimed' ? [updateMessage(claim.claimed.message)] : [],
        )
        const write = [...claimed, ...(isFinished ? finishProject(id, now) : [])]
        return { result: { change: 'unchanged', awaited: found }, write }
      }

      const hasBrief = briefs.some((brief) => isTokenOf(writeKey, brief, now))
      if (stored && !hasBrief && !mayChangeProject(writeKey, stored, now))
        return { result: { change: 'refused', awaited: [] } }
      // It was delayed on its way, or comes from a copy of the tab. What was submitted is newer.
      if (stored && sentEarly && !stored.sentEarly) return { result: { change: 'unchanged', awaited: [] } }
      // The link to a brief expires, so its token must not become the project's write key.
      const project = nextRevision(hasBrief ? { ...submission, writeKey: '' } : submission, stored, now)
      const changed = stored ? changedNames(stored, submission) : []
      // The link to the brief was sent to the old address.
      const hasNewAddress =
        stored !== null && hashOfEmail(stored.answers.email) !== hashOfEmail(project.answers.email)
      const allowed = leases.filter(([channel]) => !project.suspicion && mayGetProject(channel, project))
      const queued = allowed.map(([channel, lease]) => {
        const before = messageOf(channel)
        const message = queueLatest(channel, { before, lease, project, changed, now })
        const claim = decideClaim(message, { lease, project, now })
        const next = claim.kind === 'claimed' ? claim.claimed.message : message
        return { channel, claim, write: before ? updateMessage(next) : insertMessage(next) }
      })
      const event = stored ? 'project.updated' : 'project.created'
      const sendAt = project.updateLeavesAt ?? now
      return {
        result: { change: stored ? 'revised' : 'created', awaited: queued },
        write: [
          saveProjectRow(project),
          ...saveInboxRow(project, { dialect: db.dialect, kind: stored ? 'revised' : 'new' }),
          insertSubmissionEvent(id, stored?.answers ?? null, now),
          ...queued.map(({ write }) => write),
          insertWebhookMessages({ projectId: id, event, now, sendAt }, db.dialect),
          ...(hasNewAddress ? expireBrief(id) : []),
          ...(settings().homeownerCopy && !project.suspicion && (!stored || hasNewAddress)
            ? queueCopy(project, now)
            : []),
          ...(isFinished ? [sendCopy(id, now)] : []),
        ],
      }
    }),
  )
}

/** Records that the visitor has pressed Submit, without a new revision. */
const finishProject = (id: string, now: Date): readonly Statement[] => [
  sql`update projects set "sentEarly" = 0 where id = ${id}`,
  sql`update desk_projects set version = version + 1 where project_id = ${id}`,
  insertFinishedEvent(id, now),
  sendCopy(id, now),
]

/** True if saving the submission would change nothing, because it is already stored or its project was erased. */
export async function isUnchanged(submission: Submission, db: Database): Promise<boolean> {
  const [[stored], erased] = await Promise.all([
    db.all(selectProject(submission.id)),
    db.all(selectErased(submission.id)),
  ])
  return erased.length > 0 || (stored !== undefined && isSame(stored, submission))
}

const selectErased = (id: string) =>
  query(sql`select hash from desk_erased where hash = ${erasedHash(id)}`, {})

function nextRevision(submission: Submission, stored: StoredProject | null, now: Date): StoredProject {
  const { id, answers, extraAnswers, sentEarly = false } = submission
  const { suspicion = '', source = noSource, writeKey = '', isTest = false, priceList = '' } = submission
  const writeKeyHash = stored?.writeKeyHash || hashOfWriteKey(writeKey)
  if (!stored) {
    const first = { revision: 1, updateLeavesAt: null, isTest }
    const answered = { id, createdAt: now, answers, extraAnswers, source, sentEarly }
    return { ...first, ...answered, suspicion, writeKeyHash, priceList }
  }
  const updateLeavesAt = stored.suspicion ? null : updateTime(stored, sentEarly, now)
  const revision = stored.revision + 1
  return { ...stored, answers, extraAnswers, revision, sentEarly, updateLeavesAt, writeKeyHash, priceList }
}

/** An update before Submit waits, so that what the visitor submits is sent with it. */
const updateTime = ({ updateLeavesAt }: StoredProject, sentEarly: boolean, now: Date): Date =>
  sentEarly && !updateLeavesAt ? new Date(now.getTime() + GATHER_MS) : nextUpdateTime(updateLeavesAt, now)

interface LatestContext {
  readonly before: Message | undefined
  readonly lease: Lease
  readonly project: StoredProject
  /** The names of the fields that differ from the previous revision. */
  readonly changed: readonly string[]
  readonly now: Date
}

/** The message for a revision. It replaces an earlier unsent one. */
function queueLatest(
  channel: LatestChannel,
  { before, lease, project, changed, now }: LatestContext,
): Message {
  const event = project.revision === 1 ? 'project.created' : 'project.updated'
  if (!before)
    return createMessage({ id: newMessageId(), channel, projectId: project.id, event, detail: {} }, now)
  // An email that is still being sent may fail, so its changes are listed again.
  const unsentChanges = isSent(before) ? [] : changedFrom(before)
  const gathered = channelRules[channel].isGathered ? project.updateLeavesAt : null
  return revise(before, {
    event,
    detail: { changed: [...new Set([...unsentChanges, ...changed])].join(' ') },
    now,
    sendAt: gathered ?? now,
    isBeingSent: lease.conflictsWith(before, now),
  })
}

const isSame = (stored: StoredProject, { answers, extraAnswers }: Submission) =>
  JSON.stringify(stored.extraAnswers) === JSON.stringify(extraAnswers) && areEqual(stored.answers, answers)

/** The names of the questions whose answers differ, including questions that are no longer asked. */
function changedNames(stored: StoredProject, submission: Submission): readonly string[] {
  const before: Readonly<Record<string, string>> = { ...stored.extraAnswers, ...stored.answers }
  const after: Readonly<Record<string, string>> = { ...submission.extraAnswers, ...submission.answers }
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name])
}
