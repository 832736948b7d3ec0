import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimResult, Saved, Submission } from '../store/project-store.ts'
import { type DeliveryServices, deliver } from './deliver.ts'

export interface Submitted {
  readonly change: Saved['change']
  /** `failed`: the retry loop tries again later, unless the project was deleted by hand. */
  readonly delivery: 'sent' | 'sent before' | 'failed'
}

interface SubmitServices extends DeliveryServices {
  /** Called for each new project that is not suspicious. */
  readonly onCreated: () => void
}

const FIRST_PAUSE_MS = 50
const MAX_PAUSE_MS = 500
/** How long to wait for another server's attempt. The request has a shorter deadline. */
const MAX_WAIT_MS = 20_000

/**
 * Saves a project, then notifies the business.
 *
 * Saving comes first so that a failing mail service never loses a project. The visitor may retry under the same id:
 * the project is not duplicated, and a delivery already sent is not sent again. Rejects only if the store fails.
 */
export async function submitProject(submission: Submission, services: SubmitServices): Promise<Submitted> {
  const { change, claim } = await services.store.save(submission)
  if (change === 'created' && !submission.suspicion) services.onCreated()
  return { change, delivery: await finishDelivery(submission.id, claim, services) }
}

/** Sends the delivery, or waits for the outcome if another server or the retry loop is sending it. */
async function finishDelivery(
  id: string,
  firstClaim: ClaimResult,
  services: DeliveryServices,
): Promise<Submitted['delivery']> {
  const giveUpAt = performance.now() + MAX_WAIT_MS
  let claim = firstClaim
  let pauseMs = FIRST_PAUSE_MS
  while (true) {
    if (claim.kind === 'sent') return 'sent before'
    if (claim.kind === 'claimed') {
      const outcome = await deliver(claim, services)
      if (outcome !== 'lost') return outcome
    }
    // 'none': the project was deleted by hand since it was saved, so there is nothing to wait for.
    if (claim.kind === 'none' || performance.now() > giveUpAt) return 'failed'
    await pause(pauseMs)
    pauseMs = Math.min(pauseMs * 1.5, MAX_PAUSE_MS)
    claim = await services.store.claim(id)
  }
}
