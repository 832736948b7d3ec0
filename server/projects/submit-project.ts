import { setTimeout as pause } from 'node:timers/promises'
import type { Saved, Submission } from '../store/project-store.ts'
import type { DeliveryServices } from './deliver.ts'
import { deliver } from './deliver.ts'
import { oneAtATime } from './serialize-by-key.ts'

/** What became of a submission; a store that fails rejects instead. */
export type Submitted =
  /** `isNew`: other answers were kept, or the e-mail went, because of it; false for a mere repeat. */
  | { readonly kind: 'sent'; readonly isNew: boolean }
  /** It is kept, and stays due, but the e-mail has not gone. */
  | { readonly kind: 'not sent' }

interface SubmitServices extends DeliveryServices {
  /** Told as soon as the project is saved what that changed. */
  readonly onSaved?: (change: Saved['change']) => void
}

const FIRST_LOOK_MS = 50
const LONGEST_LOOK_MS = 500

/** How long somebody else's attempt is waited for; the caller's own deadline is shorter. */
const LONGEST_WAIT_MS = 20_000

/** Of one id, saves come one after the other; an edit need not wait until the e-mail before it has gone. */
export const createSubmissions = () => oneAtATime<Saved, Submitted>()

export type Submissions = ReturnType<typeof createSubmissions>

/**
 * Saves a project, then tells the business of it.
 *
 * The project is saved first so that a failing mail service never loses one. The visitor sees that
 * failure and tries again under the same id: the project is not doubled, and a project already e-mailed
 * is not e-mailed twice.
 */
export function submitProject(
  submission: Submission,
  submissions: Submissions,
  services: SubmitServices,
): Promise<Submitted> {
  const { id, answers, unknown } = submission
  return submissions.run(id, JSON.stringify([answers, unknown]), {
    begin: () => services.store.save(submission),
    goOn(saved) {
      services.onSaved?.(saved.change)
      return conclude(id, saved, services)
    },
  })
}

/** While another server, or the retry loop, has the delivery, its outcome is waited for. */
async function conclude(id: string, saved: Saved, services: SubmitServices): Promise<Submitted> {
  const isNew = saved.change !== 'unchanged'
  const end = performance.now() + LONGEST_WAIT_MS
  let { claim } = saved
  let look = FIRST_LOOK_MS
  while (true) {
    if (claim.kind === 'sent') return { kind: 'sent', isNew }
    if (claim.kind === 'claimed') {
      const outcome = await deliver(claim.claimed, services)
      if (outcome === 'sent') return { kind: 'sent', isNew: true }
      if (outcome === 'failed') return { kind: 'not sent' }
    }
    if (performance.now() > end) return { kind: 'not sent' }
    await pause(look)
    look = Math.min(look * 1.5, LONGEST_LOOK_MS)
    claim = await services.store.claim(id)
  }
}
