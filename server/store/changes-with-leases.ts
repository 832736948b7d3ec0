import { isDeepStrictEqual } from 'node:util'
import type { Delivery } from './delivery.ts'
import type { Decide, Decision, DeliveryDecision, Driver, StoredProject } from './driver.ts'
import { createLeases, type Leases } from './leases.ts'
import type { ClaimedDelivery } from './project-store.ts'

/** Changes that lease, and notes of what was leased. A driver's answer to either may be lost, or come too late. */
export function changesWithLeases(driver: Driver) {
  const leases = createLeases()

  /**
   * A change in which `decide` may lease the delivery. When it fails, nobody has that lease, though the commit may
   * have gone through: it is ended at once, so that the visitor's retry need not wait for it to run out.
   */
  async function leasing<T>(
    id: string,
    decide: (kept: StoredProject | null, now: Date, leases: Leases, isErased: boolean) => Decision<T>,
    expected?: 'new',
  ): Promise<T> {
    let given: string | null = null
    /** The caller has been told of a failure, but the driver may still come to decide. */
    let isOver = false
    const endLease = () => {
      if (given !== null) leases.end(given)
    }
    const remembering: Leases = {
      ...leases,
      give() {
        given = leases.give()
        return given
      },
    }
    const decideAnew: Decide<T> = (kept, now, isErased) => {
      // It decides again after a conflict, or where the driver never heard whether what was decided before went through.
      endLease()
      if (isOver && kept) throw new Error('What is kept may be newer than what was given up')
      const decision = decide(kept, now, remembering, isErased)
      if (!isOver) return decision
      endLease()
      return withoutLease(decision, now)
    }
    try {
      return await driver.change(id, decideAnew, expected)
    } catch (error) {
      isOver = true
      endLease()
      throw error
    }
  }

  /** Every note that was tried of what was taken: one that seemed to fail may have gone through, and is known again. */
  const notes = new WeakMap<ClaimedDelivery, Delivery[]>()

  async function markTaken<T>(
    claimed: ClaimedDelivery,
    next: (kept: Delivery, now: Date) => Delivery,
    { noted, lost }: { readonly noted: (note: Delivery) => T; readonly lost: T },
  ): Promise<T> {
    const { token, project, delivery: leased } = claimed
    const tried = notes.get(claimed) ?? []
    notes.set(claimed, tried)
    const decide = (kept: Delivery | null, now: Date): DeliveryDecision<T> => {
      if (kept?.leaseToken !== token) {
        const own = tried.find((note) => isDeepStrictEqual(note, kept))
        return { result: own ? noted(own) : lost }
      }
      const note = next(kept, now)
      tried.push(note)
      return { result: noted(note), write: note }
    }
    const result = await driver.changeDelivery(project.id, decide, leased)
    leases.end(token)
    return result
  }

  return { leasing, markTaken }
}

/** What was given up and is new is made all the same, and is due: nobody waits to send it. */
const withoutLease = <T>({ result, write }: Decision<T>, now: Date): Decision<T> =>
  write
    ? { result, write: { ...write, delivery: { ...write.delivery, leaseToken: null, nextAttemptAt: now } } }
    : { result }
