interface Waiting<Passenger> {
  readonly passenger: Passenger
  readonly resolve: (isServed: boolean) => void
  readonly reject: (error: unknown) => void
}

/** One that hangs holds up only those it carries. */
const MOST_TRIPS = 2
const MOST_PASSENGERS = 100

/**
 * Whoever comes while the trips before are under way goes with the next one, so that many share it; one alone
 * waits for nobody. `go` tells whom it served; the others have to go by themselves.
 */
export function sharedTrips<Passenger>(
  go: (all: readonly Passenger[]) => Promise<ReadonlySet<Passenger>>,
): (passenger: Passenger) => Promise<boolean> {
  const waiting: Waiting<Passenger>[] = []
  let trips = 0

  async function travel() {
    if (trips === MOST_TRIPS || waiting.length === 0) return
    trips += 1
    const together = waiting.splice(0, MOST_PASSENGERS)
    try {
      const served = await go(together.map(({ passenger }) => passenger))
      for (const { passenger, resolve } of together) resolve(served.has(passenger))
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
    trips -= 1
    travel()
  }

  return (passenger) =>
    new Promise((resolve, reject) => {
      waiting.push({ passenger, resolve, reject })
      // Whoever else comes in this turn of the event loop goes along.
      setImmediate(travel)
    })
}
