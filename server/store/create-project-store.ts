import { type Answers, areSame } from '../../questionnaire/answers.ts'
import type { Project } from '../../questionnaire/project.ts'
import { changedNames } from './changed-names.ts'
import { changesWithLeases } from './changes-with-leases.ts'
import * as delivery from './delivery.ts'
import type { Decision, DeliveryDecision, Driver, StoredProject } from './driver.ts'
import type { Leases } from './leases.ts'
import type { ClaimResult, ProjectStore, Saved, Submission } from './project-store.ts'

/** The rules of keeping, over any driver. */
export function createProjectStore(driver: Driver): ProjectStore {
  const { leasing, markTaken } = changesWithLeases(driver)

  async function eachUnsent(change: ChangeUnsent): Promise<number> {
    const ids = []
    for await (const { projectId } of driver.unsent()) ids.push(projectId)
    let changed = 0
    for (const id of ids) changed += await changeUnsent(driver, id, change)
    return changed
  }

  return {
    save: (submission) =>
      leasing(
        submission.id,
        (kept, now, leases, isErased) =>
          isErased ? { result: ERASED } : saved(submission, kept, now, leases),
        'new',
      ),
    claim: (id) =>
      leasing(id, (kept, now, leases, isErased) =>
        isErased ? { result: ERASED.claim } : takenAnyhow(kept, now, leases),
      ),
    async claimDue(limit) {
      const ids = await driver.due(limit)
      const results = await Promise.allSettled(ids.map((id) => leasing(id, takenIfDue)))
      const claimed = results.flatMap((result) =>
        result.status === 'fulfilled' && result.value.kind === 'claimed' ? [result.value.claimed] : [],
      )
      const notTaken = ids.filter((id) => !claimed.some(({ project }) => project.id === id))
      await Promise.allSettled(notTaken.map((id) => parkOrphan(driver, id)))
      // What was taken has to be sent, whatever became of the others.
      const failed = results.find((result) => result.status === 'rejected')
      if (claimed.length === 0 && failed) throw failed.reason
      return claimed
    },
    markSent: (claimed) =>
      markTaken(claimed, (kept, now) => delivery.sent(kept, claimed.delivery.revision, now), {
        noted: () => true,
        lost: false,
      }),
    markFailed: (claimed, failure) =>
      markTaken<delivery.Delivery | null>(claimed, (kept, now) => delivery.failed(kept, failure, now), {
        noted: (note) => note,
        lost: null,
      }),
    isKnown: (id) => isKnown(driver, id),
    isStored: ({ id, answers, unknown }) =>
      driver.change(id, (kept, _now, isErased) => ({
        result: isErased || (kept !== null && isSame(kept, answers, JSON.stringify(unknown))),
      })),
    projects: (since) => driver.projects(since),
    unsent: () => driver.unsent(),
    retry: (id) => (id === 'all' ? eachUnsent(delivery.revived) : changeUnsent(driver, id, delivery.revived)),
    hold: () => eachUnsent((unsent, now) => (unsent.nextAttemptAt ? delivery.held(unsent, now) : null)),
    settle: (id) => driver.changeDelivery(id, settled),
    counts: () => driver.counts(),
    check: () => driver.check(),
    close: () => driver.close(),
  }
}

/** A late try of what has been erased: the visitor is told that all is well, and nothing is kept. */
const ERASED: Saved = { change: 'unchanged', claim: { kind: 'sent' } }

function saved(
  { id, answers, unknown }: Submission,
  kept: StoredProject | null,
  now: Date,
  leases: Leases,
): Decision<Saved> {
  const extra = JSON.stringify(unknown)
  if (kept && isSame(kept, answers, extra)) {
    const { result, ...rest } = takenAnyhow(kept, now, leases)
    return { result: { change: 'unchanged', claim: result }, ...rest }
  }

  const project: Project = { id, createdAt: kept?.project.createdAt ?? now, answers }
  const next = kept
    ? delivery.revised(kept.delivery, {
        unknown: extra,
        changed: changedNames(kept, { ...unknown, ...answers }),
        now,
        isBeingSent: isBeingSent(kept.delivery, now, leases),
      })
    : delivery.queued(id, extra, now)
  const { result, write } = takenAnyhow({ project, delivery: next }, now, leases)
  return {
    result: { change: kept ? 'replaced' : 'created', claim: result },
    write: { answers, delivery: write?.delivery ?? next },
  }
}

function takenAnyhow(kept: StoredProject | null, now: Date, leases: Leases): Decision<ClaimResult> {
  if (!kept) return { result: { kind: 'none' } }
  if (kept.delivery.sentAt) return { result: { kind: 'sent' } }
  if (isBeingSent(kept.delivery, now, leases)) return { result: { kind: 'busy' } }
  const token = leases.give()
  const next = delivery.leased(kept.delivery, token, now)
  return {
    result: { kind: 'claimed', claimed: { token, project: kept.project, delivery: next } },
    write: { delivery: next },
  }
}

/** By somebody here, whatever the clock is set to, or by another server. */
function isBeingSent(kept: delivery.Delivery, now: Date, leases: Leases): boolean {
  const { leaseToken } = kept
  if (leaseToken !== null && leases.isInUse(leaseToken)) return true
  return delivery.isLeased(kept, now) && !(leaseToken !== null && leases.isUnclaimed(leaseToken))
}

function takenIfDue(kept: StoredProject | null, now: Date, leases: Leases): Decision<ClaimResult> {
  if (!kept || !delivery.isDue(kept.delivery, now)) return { result: { kind: 'none' } }
  return takenAnyhow(kept, now, leases)
}

const isKnown = (driver: Driver, id: string): Promise<boolean> =>
  driver.change(id, (kept) => ({ result: kept !== null }))

/** A delivery whose project somebody deleted by hand would be the first of those due for ever: it is told as dead. */
async function parkOrphan(driver: Driver, id: string): Promise<void> {
  if (await isKnown(driver, id)) return
  await changeUnsent(driver, id, (unsent, now) =>
    delivery.isDue(unsent, now)
      ? { ...delivery.held(unsent, now), lastError: 'its project is missing' }
      : null,
  )
}

function settled(kept: delivery.Delivery | null, now: Date): DeliveryDecision<'settled' | 'busy' | 'none'> {
  if (!kept) return { result: 'none' }
  if (delivery.isLeased(kept, now)) return { result: 'busy' }
  if (!kept.deadAt) return { result: 'none' }
  return { result: 'settled', write: delivery.sent(kept, kept.revision, now) }
}

/** Null leaves it as it is. */
type ChangeUnsent = (unsent: delivery.Delivery, now: Date) => delivery.Delivery | null

function changeUnsent(driver: Driver, id: string, change: ChangeUnsent): Promise<number> {
  return driver.changeDelivery(id, (kept, now) => {
    const next = kept && !kept.sentAt ? change(kept, now) : null
    return next ? { result: 1, write: next } : { result: 0 }
  })
}

const isSame = ({ project, delivery: { unknown } }: StoredProject, answers: Answers, extra: string) =>
  unknown === extra && areSame(project.answers, answers)
