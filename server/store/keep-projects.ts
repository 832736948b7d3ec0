import type { Answers } from '../../questionnaire/answers.ts'
import { fieldNames } from '../../questionnaire/fields.ts'
import type { Project } from '../../questionnaire/project.ts'
import * as delivery from './delivery.ts'
import type { Decision, Driver, Kept } from './driver.ts'
import { newToken } from './lease-token.ts'
import type { ProjectStore, Saved, Standing, Submission, Taken } from './project-store.ts'

/** The rules of keeping, over any driver. */
export function keepProjects(driver: Driver): ProjectStore {
  const markTaken = <T>(
    { token, project }: Taken,
    lost: T,
    next: (kept: delivery.Delivery, now: Date) => Decision<T>,
  ): Promise<T> =>
    driver.change(project.id, (kept, now) =>
      kept?.delivery.leaseToken === token ? next(kept.delivery, now) : { result: lost },
    )

  const eachUnsent = async (change: (unsent: delivery.Delivery, now: Date) => delivery.Delivery | null) => {
    const ids = []
    for await (const { projectId } of driver.unsent()) ids.push(projectId)
    let changed = 0
    for (const id of ids) changed += await changeUnsent(driver, id, change)
    return changed
  }

  return {
    save: (submission) => driver.change(submission.id, (kept, now) => saved(submission, kept, now)),
    take: (id) => driver.change(id, (kept, now) => takenAnyhow(kept, now)),
    async takeDue(limit) {
      const ids = await driver.due(limit)
      const standings = await Promise.all(ids.map((id) => driver.change(id, takenIfDue)))
      return standings.flatMap((standing) => (standing.kind === 'taken' ? [standing.taken] : []))
    },
    markSent: (taken) =>
      markTaken(taken, false, (kept, now) => ({
        result: true,
        write: { delivery: delivery.sent(kept, taken.delivery.revision, now) },
      })),
    markFailed: (taken, failure) =>
      markTaken<delivery.Delivery | null>(taken, null, (kept, now) => {
        const failed = delivery.failed(kept, failure, now)
        return { result: failed, write: { delivery: failed } }
      }),
    isKnown: (id) => driver.change(id, (kept) => ({ result: kept !== null })),
    projects: (since) => driver.projects(since),
    unsent: () => driver.unsent(),
    retry: (id) => (id === 'all' ? eachUnsent(delivery.revived) : changeUnsent(driver, id, delivery.revived)),
    hold: () => eachUnsent((unsent, now) => (unsent.deadAt ? null : delivery.held(unsent, now))),
    counts: () => driver.counts(),
    check: () => driver.check(),
    close: () => driver.close(),
  }
}

function saved({ id, answers, unknown }: Submission, kept: Kept | null, now: Date): Decision<Saved> {
  const extra = JSON.stringify(unknown)
  if (!kept) {
    return written('created', { id, createdAt: now, answers }, delivery.queued(id, extra, now), now)
  }
  if (isSame(kept.project.answers, answers) && kept.delivery.unknown === extra) {
    const { result, ...rest } = takenAnyhow(kept, now)
    return { result: { change: 'unchanged', standing: result }, ...rest }
  }
  return written('replaced', { ...kept.project, answers }, delivery.revised(kept.delivery, extra, now), now)
}

function written(
  change: Saved['change'],
  project: Project,
  next: delivery.Delivery,
  now: Date,
): Decision<Saved> {
  const { result, write } = takenAnyhow({ project, delivery: next }, now)
  return {
    result: { change, standing: result },
    write: { answers: project.answers, delivery: write?.delivery ?? next },
  }
}

function takenAnyhow(kept: Kept | null, now: Date): Decision<Standing> {
  if (!kept) return { result: { kind: 'none' } }
  if (kept.delivery.sentAt) return { result: { kind: 'sent' } }
  if (delivery.isLeased(kept.delivery, now)) return { result: { kind: 'busy' } }
  const taken = { ...kept, token: newToken() }
  const next = delivery.leased(kept.delivery, taken.token, now)
  return { result: { kind: 'taken', taken: { ...taken, delivery: next } }, write: { delivery: next } }
}

function takenIfDue(kept: Kept | null, now: Date): Decision<Standing> {
  return kept && delivery.isDue(kept.delivery, now) ? takenAnyhow(kept, now) : { result: { kind: 'none' } }
}

function changeUnsent(
  driver: Driver,
  id: string,
  change: (unsent: delivery.Delivery, now: Date) => delivery.Delivery | null,
): Promise<number> {
  return driver.change(id, (kept, now) => {
    const next = kept && !kept.delivery.sentAt ? change(kept.delivery, now) : null
    return next ? { result: 1, write: { delivery: next } } : { result: 0 }
  })
}

const isSame = (one: Answers, other: Answers) => fieldNames.every((name) => one[name] === other[name])
