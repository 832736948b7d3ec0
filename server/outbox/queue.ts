import type { Database, Decision } from '../db/database.ts'
import { type StoredProject, selectProject } from '../db/project-statements.ts'
import { type ChannelKind, channelRules, kindOf, type LatestChannel } from './channel.ts'
import { claimedOf, createLeases, isFromEndedProcess, type Lease } from './leases.ts'
import {
  afterClaim,
  afterFailure,
  afterOlderSent,
  afterSent,
  type ClaimedMessage,
  type Counts,
  type Failure,
  hold,
  isDue,
  isGathering,
  isHeld,
  isLeased,
  isSent,
  MAX_DELAY_MS,
  type Message,
  retryNow,
  STUCK_MS,
} from './message.ts'
import {
  deleteMessage,
  releaseLease,
  selectCounts,
  selectDueChannels,
  selectDueMessages,
  selectEarlier,
  selectLatest,
  selectLeases,
  selectMessage,
  selectMessagesOf,
  selectUnsent,
  updateMessage,
} from './message-statements.ts'

/** The outcome of claiming the message that a visitor waits for. */
export type Claim =
  | { readonly kind: 'claimed'; readonly claimed: ClaimedMessage }
  /** It was sent, is held, or is an update that waits for later ones. */
  | { readonly kind: 'nothing to send' }
  /** Another server, or another request, is sending it. */
  | { readonly kind: 'busy' }
  /** The project does not exist. */
  | { readonly kind: 'none' }

/**
 * The unsent messages and their leases. In each channel, messages about one project are sent in the order of their
 * events: only the oldest can be claimed, and a dead one does not block the others.
 */
export function createQueue(db: Database) {
  const leases = createLeases()
  const dueTimes = () => ({ now: db.timeFromNow(0), latest: db.timeFromNow(MAX_DELAY_MS) })

  const claimIfDue = (due: Message) =>
    leases.withLease((lease) =>
      db.transact(
        due.projectId,
        [selectMessage(due.id), selectEarlier(due), selectProject(due.projectId)],
        ([[message], [earlier], [project = null]], now) => {
          if (!message || earlier || !isDue(message, now) || lease.conflictsWith(message, now))
            return { result: null }
          const claimed = claim(message, { lease, project, now })
          return { result: claimed, write: [updateMessage(claimed.message)] }
        },
      ),
    )

  /** Changes a message if it is unsent and `change` does not return null. Returns true if it did. */
  const changeUnsent = ({ id, projectId }: Message, change: (unsent: Message, now: Date) => Message | null) =>
    db.transact(projectId, [selectMessage(id)], ([[message]], now) => {
      const next = message && !isSent(message) ? change(message, now) : null
      return next ? { result: true, write: [updateMessage(next)] } : { result: false }
    })

  async function changeAll(
    messages: readonly Message[],
    change: (unsent: Message, now: Date) => Message | null,
  ) {
    let changed = 0
    for (const message of messages) if (await changeUnsent(message, change)) changed += 1
    return changed
  }

  /** Finds messages by the id of a message, the id of a project, or `all` for all unsent ones. */
  async function find(id: string): Promise<readonly Message[]> {
    if (id === 'all') return Array.fromAsync(db.stream(selectUnsent))
    const [message] = await db.all(selectMessage(id))
    return message ? [message] : db.all(selectMessagesOf(id))
  }

  return {
    leases,
    async dueChannels(): Promise<readonly string[]> {
      return (await db.all(selectDueChannels(dueTimes()))).map(({ channel }) => channel)
    },
    async claimDue(channel: string, limit: number): Promise<readonly ClaimedMessage[]> {
      const due = await db.all(selectDueMessages(channel, dueTimes(), limit))
      return claimedOf(due.map(claimIfDue))
    },
    /** Claims a project's message, even if it is not due yet or is dead. */
    claimLatest: (projectId: string, channel: LatestChannel): Promise<Claim> =>
      leases.withLease((lease) =>
        db.transact(
          projectId,
          [selectLatest(projectId, channel), selectProject(projectId)],
          ([[message], [project = null]], now): Decision<Claim> => {
            // The deletion of a document must not be early, because a previous write may still arrive.
            if (!message || message.event === 'project.erased') return { result: { kind: 'none' } }
            const result = decideClaim(message, { lease, project, now })
            return result.kind === 'claimed'
              ? { result, write: [updateMessage(result.claimed.message)] }
              : { result }
          },
        ),
      ),
    /** Records that a message was sent. Returns false if another server has claimed it since. */
    async markSent({ token, message: { id, projectId }, project }: ClaimedMessage): Promise<boolean> {
      const isRecorded = await db.transact(
        projectId,
        [selectMessage(id), selectProject(projectId)],
        ([[message], [current]], now) => {
          const revision = project?.revision ?? 0
          // An earlier call may have stored this even though its response was lost.
          if (message?.leaseToken !== token)
            return { result: !message || (revision > 0 && message.sentRevision >= revision) }
          if (!keepsLatestOnly(message)) return { result: true, write: [deleteMessage(id)] }
          const isNewest = !current || current.revision === revision
          const { isGathered } = channelRules[kindOf(message.channel)]
          const gathered = isGathered && current?.updateLeavesAt ? current.updateLeavesAt : now
          const sendAt = gathered > now ? gathered : now
          const next = isNewest
            ? afterSent(message, revision, now)
            : afterOlderSent(message, revision, sendAt)
          return { result: true, write: [updateMessage(next)] }
        },
      )
      leases.release(token)
      return isRecorded
    },
    /** Records that a message failed, and returns it. Returns null if another server has claimed it since. */
    async markFailed({ token, message: claimed }: ClaimedMessage, failure: Failure): Promise<Message | null> {
      const { id, projectId } = claimed
      const recorded = await db.transact(projectId, [selectMessage(id)], ([[message]], now) => {
        if (message?.leaseToken !== token)
          return { result: message && isFailureOf(message, claimed) ? message : null }
        const next = afterFailure(message, failure, now)
        return { result: next, write: [updateMessage(next)] }
      })
      leases.release(token)
      return recorded
    },
    unsent: (): AsyncIterable<Message> => db.stream(selectUnsent),
    /** Makes unsent and dead messages due now: one, those of a project, or all. Returns how many. */
    retry: async (id: string): Promise<number> => changeAll(await find(id), retryNow),
    /** Holds all due messages of a restored database until the operator retries them. Returns how many. */
    async hold(): Promise<number> {
      const held = (await find('all')).filter(({ channel }) => channelRules[kindOf(channel)].mayBeHeld)
      return changeAll(held, (unsent, now) => (unsent.deadAt ? null : hold(unsent, now)))
    },
    /**
     * Marks a held or dead message as sent, because the operator knows that it arrived: one message, or the email of a
     * project. A message that is due or being sent may be newer than the one the operator saw, so it is not changed.
     */
    async settle(id: string): Promise<'settled' | 'busy' | 'none'> {
      const found = await find(id)
      const message =
        found.find((one) => one.id === id) ?? found.find(({ channel }) => channel === 'specialist')
      if (!message) return 'none'
      const read = [selectMessage(message.id), selectProject(message.projectId)] as const
      return db.transact(message.projectId, read, ([[dead], [project]], now) => {
        if (!dead) return { result: 'none' }
        if (isLeased(dead, now)) return { result: 'busy' }
        if (!dead.deadAt) return { result: 'none' }
        const isKept = keepsLatestOnly(dead) && project
        const write = isKept ? updateMessage(afterSent(dead, project.revision, now)) : deleteMessage(dead.id)
        return { result: 'settled', write: [write] }
      })
    },
    /** By kind of channel. */
    async counts(): Promise<Readonly<Record<ChannelKind, Counts>>> {
      const none: Counts = { due: 0, stuck: 0, dead: 0 }
      const counts = { document: none, specialist: none, homeowner: none, webhook: none }
      for (const { channel, ...found } of await db.all(selectCounts(db.timeFromNow(-STUCK_MS)))) {
        const kind = kindOf(channel)
        counts[kind] = sumOf([counts[kind], found])
      }
      return counts
    },
    /** Releases the leases of a server that was killed, so that the next one does not have to wait for them to expire. */
    async releaseEndedLeases(): Promise<void> {
      if (db.dialect !== 'sqlite') return
      const tokens = (await db.all(selectLeases)).map(({ leaseToken }) => leaseToken)
      const write = tokens.filter(isFromEndedProcess).map(releaseLease)
      if (write.length > 0) await db.transact('leases', [], () => ({ result: null, write }))
    },
  }
}

export type Queue = ReturnType<typeof createQueue>

export const sumOf = (counts: readonly Counts[]): Counts => ({
  due: counts.reduce((sum, { due }) => sum + due, 0),
  stuck: counts.reduce((sum, { stuck }) => sum + stuck, 0),
  dead: counts.reduce((sum, { dead }) => sum + dead, 0),
})

interface ClaimContext {
  readonly lease: Lease
  readonly project: StoredProject | null
  readonly now: Date
}

/** Claims a message for a waiting visitor, within the transaction that saves. The caller stores the claimed message. */
export function decideClaim(message: Message, context: ClaimContext): Claim {
  if (isSent(message) || isHeld(message) || isGathering(message, context.now))
    return { kind: 'nothing to send' }
  if (context.lease.conflictsWith(message, context.now)) return { kind: 'busy' }
  return { kind: 'claimed', claimed: claim(message, context) }
}

const claim = (message: Message, { lease, project, now }: ClaimContext): ClaimedMessage => ({
  token: lease.token,
  claimedAt: lease.startedAt,
  message: afterClaim(message, lease.token, now),
  project,
})

/** The deletion of a document is final, so it is not kept for later revisions. */
const keepsLatestOnly = ({ channel, event }: Message) =>
  channelRules[kindOf(channel)].sends === 'latest' && event !== 'project.erased'

/** True if an earlier call has already recorded the failure, even though its response was lost. */
const isFailureOf = (found: Message, claimed: Message) =>
  found.leaseToken === null && found.sentAt === null && found.attempts === claimed.attempts + 1
