import { areEqual } from '../../questionnaire/answers.ts'
import { noSource } from '../../questionnaire/source.ts'
import { createOutbox } from './create-outbox.ts'
import {
  afterClaim,
  afterFailure,
  afterSent,
  createDelivery,
  type Delivery,
  extraAnswersFrom,
  hold,
  isDue,
  isLeased,
  revise,
  revive,
  withSuspicion,
} from './delivery.ts'
import type { Decision, Driver, Found, StoredProject } from './driver.ts'
import { claimedOf, createLeases, type Lease } from './leases.ts'
import type { ClaimResult, ProjectStore, Saved, Submission } from './project-store.ts'

/** A project store over any driver. The decisions below are pure: the driver reads before them and writes after. */
export function createProjectStore(driver: Driver): ProjectStore {
  const leases = createLeases()

  const claimIfDue = (id: string) =>
    leases.withLease((lease) => driver.change(id, (found) => decideClaimIfDue(found, lease)))

  async function changeAllUnsent(change: ChangeUnsent): Promise<number> {
    const ids = []
    for await (const { projectId } of driver.unsent()) ids.push(projectId)
    let changed = 0
    for (const id of ids) changed += await changeUnsent(driver, id, change)
    return changed
  }

  return {
    outbox: createOutbox(driver.outbox),
    save: (submission) =>
      leases.withLease((lease) =>
        driver.change(submission.id, (found) => decideSave(submission, found, lease)),
      ),
    claim: (id) => leases.withLease((lease) => driver.change(id, (found) => decideClaim(found, lease))),
    async claimDue(limit) {
      const ids = await driver.due(limit)
      return claimedOf(
        ids.map(async (id) => {
          const claim = await claimIfDue(id)
          return claim.kind === 'claimed' ? claim : null
        }),
      )
    },
    async markSent({ token, project, delivery: { revision } }) {
      const isRecorded = await driver.change(project.id, ({ stored, now }) => {
        // An earlier call may have stored this although its response was lost.
        if (stored?.delivery.leaseToken !== token)
          return { result: (stored?.delivery.sentRevision ?? 0) >= revision }
        return { result: true, write: { delivery: afterSent(stored.delivery, revision, now) } }
      })
      leases.release(token)
      return isRecorded
    },
    async markFailed({ token, project, delivery: claimed }, failure) {
      const recorded = await driver.change(project.id, ({ stored, now }) => {
        if (stored?.delivery.leaseToken !== token)
          return { result: stored && isFailureOf(stored.delivery, claimed) ? stored.delivery : null }
        const next = afterFailure(stored.delivery, failure, now)
        return { result: next, write: { delivery: next } }
      })
      leases.release(token)
      return recorded
    },
    // A change that writes nothing is a read.
    exists: (id) => driver.change(id, ({ stored }) => ({ result: stored !== null })),
    isUnchanged: (submission) =>
      driver.change(submission.id, ({ stored, isErased }) => ({
        result: isErased || (stored !== null && isSame(stored, submission)),
      })),
    projects: (since) => driver.projects(since),
    unsent: () => driver.unsent(),
    suspicious: () => driver.suspicious(),
    countSuspicious: () => driver.countSuspicious(),
    retry: (id) => (id === 'all' ? changeAllUnsent(revive) : changeUnsent(driver, id, revive)),
    hold: () => changeAllUnsent((unsent, now) => (unsent.nextAttemptAt ? hold(unsent, now) : null)),
    settle: (id) => driver.change(id, decideSettle),
    counts: () => driver.counts(),
    check: () => driver.check(),
    close: () => driver.close(),
  }
}

/** A late retry of an erased project: the visitor's page sees success, and nothing is stored. */
const ERASED: Saved = { change: 'unchanged', claim: { kind: 'sent' } }

function decideSave(submission: Submission, found: Found, lease: Lease): Decision<Saved> {
  const { stored, isErased, now } = found
  if (isErased) return { result: ERASED }
  if (stored && isSame(stored, submission)) {
    const { result: claim, ...rest } = decideClaim(found, lease)
    return { result: { change: 'unchanged', claim }, ...rest }
  }

  const { id, answers, suspicion = '', source = noSource } = submission
  const extraAnswersJson = JSON.stringify(submission.extraAnswers)
  const { createdAt, source: firstSource } = stored?.project ?? { createdAt: now, source }
  const project = { id, answers, createdAt, source: firstSource }
  const queued = stored
    ? revise(stored.delivery, {
        extraAnswersJson,
        changed: changedNames(stored, submission),
        isBeingSent: lease.conflictsWith(stored.delivery, now),
        now,
      })
    : withSuspicion(createDelivery(id, extraAnswersJson, now), suspicion)
  const { result: claim, write } = decideClaim({ ...found, stored: { project, delivery: queued } }, lease)
  return {
    result: { change: stored ? 'revised' : 'created', claim },
    write: { project, delivery: write?.delivery ?? queued },
  }
}

function decideClaim({ stored, isErased, now }: Found, lease: Lease): Decision<ClaimResult> {
  if (isErased || stored?.delivery.sentAt || stored?.delivery.suspicion) return { result: { kind: 'sent' } }
  if (!stored) return { result: { kind: 'none' } }
  if (lease.conflictsWith(stored.delivery, now)) return { result: { kind: 'busy' } }
  const leased = afterClaim(stored.delivery, lease.token, now)
  const result = { kind: 'claimed', token: lease.token, project: stored.project, delivery: leased } as const
  return { result, write: { delivery: leased } }
}

function decideClaimIfDue(found: Found, lease: Lease): Decision<ClaimResult> {
  const { stored, now } = found
  if (!stored || !isDue(stored.delivery, now)) return { result: { kind: 'none' } }
  return decideClaim(found, lease)
}

function decideSettle({ stored, now }: Found): Decision<'settled' | 'busy' | 'none'> {
  if (!stored) return { result: 'none' }
  if (isLeased(stored.delivery, now)) return { result: 'busy' }
  if (!stored.delivery.deadAt) return { result: 'none' }
  const sent = afterSent(stored.delivery, stored.delivery.revision, now)
  return { result: 'settled', write: { delivery: sent } }
}

/** Returns the changed delivery, or null to leave it as it is. */
type ChangeUnsent = (unsent: Delivery, now: Date) => Delivery | null

function changeUnsent(driver: Driver, id: string, change: ChangeUnsent): Promise<number> {
  return driver.change(id, ({ stored, now }) => {
    const next = stored && !stored.delivery.sentAt ? change(stored.delivery, now) : null
    return next ? { result: 1, write: { delivery: next } } : { result: 0 }
  })
}

const isSame = ({ project, delivery: { extraAnswersJson } }: StoredProject, submission: Submission) =>
  extraAnswersJson === JSON.stringify(submission.extraAnswers) &&
  areEqual(project.answers, submission.answers)

/** The names of the questions whose answers differ, those no longer asked included. */
function changedNames({ project, delivery: before }: StoredProject, submission: Submission) {
  const stored: Readonly<Record<string, string>> = { ...extraAnswersFrom(before), ...project.answers }
  const submitted: Readonly<Record<string, string>> = { ...submission.extraAnswers, ...submission.answers }
  return Object.keys({ ...stored, ...submitted }).filter((name) => stored[name] !== submitted[name])
}

/** True if an earlier call has recorded the failure already, although its response was lost. */
const isFailureOf = (stored: Delivery, claimed: Delivery) =>
  stored.leaseToken === null &&
  stored.sentAt === null &&
  stored.revision === claimed.revision &&
  stored.attempts === claimed.attempts + 1
