import { isDeepStrictEqual } from 'node:util'
import type { Delivery } from './delivery.ts'
import type { Decide, Decision, DeliveryDecision, Driver, Kept } from './driver.ts'
import { createLeases, type Leases } from './leases.ts'
import type { Taken } from './project-store.ts'

/** Changes that lease, and notes of what was leased. A driver's answer to either may be lost, or come too late. */
export function changesWithLeases(driver: Driver) {
  const leases = createLeases()

  /** Whatever `decide` leases is lost when the caller does not hear of it. */
  async function leasing<T>(
    id: string,
    decide: (kept: Kept | null, now: Date, leases: Leases, isErased: boolean) => Decision<T>,
    expected?: 'new',
  ): Promise<T> {
    let given: string | null = null
    let isOver = false
    const forget = () => {
      if (given !== null) leases.end(given)
    }
    const noted: Leases = {
      ...leases,
      give() {
        given = leases.give()
        return given
      },
    }
    const decideAnew: Decide<T> = (kept, now, isErased) => {
      // What was decided before may have gone through without the driver's hearing of it.
      forget()
      if (isOver && kept) throw new Error('What is kept may be newer than what was given up')
      const decision = decide(kept, now, noted, isErased)
      if (!isOver) return decision
      forget()
      return withoutLease(decision, now)
    }
    try {
      return await driver.change(id, decideAnew, expected)
    } catch (error) {
      isOver = true
      forget()
      throw error
    }
  }

  /** What was to be noted of what was taken: it may have gone through without the driver's hearing of it. */
  const notes = new WeakMap<Taken, Delivery[]>()

  async function markTaken<T>(
    taken: Taken,
    next: (kept: Delivery, now: Date) => Delivery,
    { noted, lost }: { readonly noted: (note: Delivery) => T; readonly lost: T },
  ): Promise<T> {
    const { token, project, delivery: leased } = taken
    const tried = notes.get(taken) ?? []
    notes.set(taken, tried)
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
