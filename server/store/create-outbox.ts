import { afterClaim, afterFailure, type Failure, isDue, retryNow } from './delivery.ts'
import { claimedOf, createLeases, type Lease } from './leases.ts'
import type {
  ClaimedMessage,
  FoundMessage,
  Message,
  MessageDecision,
  Outbox,
  OutboxDriver,
} from './outbox.ts'

/** How long a message waits at least for the earlier one that holds it up. */
const WAIT_MS = 1000

/** An outbox over any driver, with the same rules of leases, retries and giving up as the deliveries. */
export function createOutbox(driver: OutboxDriver): Outbox {
  const leases = createLeases()

  const retryOne = (message: Message) =>
    driver.change(message, ({ message: found, now }): MessageDecision<number> => {
      const next = found && retryNow(found, now)
      return next ? { result: 1, write: next } : { result: 0 }
    })

  return {
    dueChannels: () => driver.dueChannels(),
    async claimDue(channel, limit) {
      const due = await driver.due(channel, limit)
      return claimedOf(
        due.map((message) =>
          leases.withLease((lease) => driver.change(message, (found) => decideClaim(found, lease))),
        ),
      )
    },
    async markSent({ token, message }) {
      const isRecorded = await driver.change(message, ({ message: found }): MessageDecision<boolean> => {
        // An earlier call may have deleted it although its response was lost.
        if (found?.leaseToken !== token) return { result: found === null }
        return { result: true, write: 'delete' }
      })
      leases.release(token)
      return isRecorded
    },
    async markFailed({ token, message }, failure: Failure) {
      const recorded = await driver.change(
        message,
        ({ message: found, now }): MessageDecision<Message | null> => {
          if (found?.leaseToken !== token)
            return { result: found && isFailureOf(found, message) ? found : null }
          const next = afterFailure(found, failure, now)
          return { result: next, write: next }
        },
      )
      leases.release(token)
      return recorded
    },
    unsent: () => driver.unsent(),
    async retry(id) {
      if (id !== 'all') {
        const message = await driver.find(id)
        return message ? retryOne(message) : 0
      }
      const messages = []
      for await (const message of driver.unsent()) messages.push(message)
      let retried = 0
      for (const message of messages) retried += await retryOne(message)
      return retried
    },
    counts: () => driver.counts(),
  }
}

function decideClaim(
  { message, earlier, project, now }: FoundMessage,
  lease: Lease,
): MessageDecision<ClaimedMessage | null> {
  if (!message || !isDue(message, now) || lease.conflictsWith(message, now)) return { result: null }
  if (earlier) return { result: null, write: waitFor(earlier, message, now) }
  const leased = afterClaim(message, lease.token, now)
  return { result: { token: lease.token, message: leased, project }, write: leased }
}

/** Moves a message behind the one that holds it up, so that it takes no place among those that are due. */
function waitFor({ nextAttemptAt }: Message, message: Message, now: Date): Message {
  const soonest = now.getTime() + WAIT_MS
  return {
    ...message,
    leaseToken: null,
    nextAttemptAt: new Date(Math.max(nextAttemptAt?.getTime() ?? 0, soonest)),
  }
}

/** True if an earlier call has recorded the failure already, although its response was lost. */
const isFailureOf = (found: Message, claimed: Message) =>
  found.leaseToken === null && found.attempts === claimed.attempts + 1
