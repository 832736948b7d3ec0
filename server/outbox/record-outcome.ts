import { retryUntil } from '../lib/retry-until.ts'
import type { Log } from '../monitoring/log.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import type { Failure } from '../store/delivery.ts'
import type { ClaimedMessage } from '../store/outbox.ts'
import type { ProjectStore } from '../store/project-store.ts'

interface OutcomeServices {
  readonly store: Pick<ProjectStore, 'outbox'>
  readonly log: Log
  readonly metrics: Metrics
}

interface Outcome {
  /** Null: it was sent. */
  readonly failure: Failure | null
  /** By performance.now(). */
  readonly leaseEndsAt: number
  /** What failed, for the log. */
  readonly what: string
}

/** Records what came of sending a message, unless another server has claimed it since. */
export async function recordOutcome(
  claimed: ClaimedMessage,
  { failure, leaseEndsAt, what }: Outcome,
  { store, log, metrics }: OutcomeServices,
) {
  const isRecorded = failure
    ? await retryUntil(leaseEndsAt, markFailed)
    : await retryUntil(leaseEndsAt, () => store.outbox.markSent(claimed))
  metrics.count('message_attempts_total', { outcome: isRecorded ? (failure ? 'failed' : 'sent') : 'lost' })

  async function markFailed(): Promise<boolean> {
    const failed = failure && (await store.outbox.markFailed(claimed, failure))
    if (!failed) return false
    const { attempts, deadAt, event } = failed
    log.warn({ reason: failure.reason, event, attempts }, `${what} failed`)
    if (deadAt) log.error(`${what} was given up: npm run deliveries`)
    return true
  }
}
