interface Waiting<Passenger> {
  readonly passenger: Passenger
  readonly resolve: (isServed: boolean) => void
  readonly reject: (error: unknown) => void
}

/** One that hangs holds up only those it carries. */
const MOST_TRIPS = 2
const MOST_PASSENGERS = 100
const GATHERING_MS = 2

/**
 * Whoever comes while the trips before are under way goes with the next one, so that many share it. After several at
 * once, more are on their way: they are waited for until they are as many again, or for a moment. One alone waits
 * for nobody, but for that moment after others. `go` tells whom it served; the others have to go by themselves.
 */
export function sharedTrips<Passenger>(
  go: (all: readonly Passenger[]) => Promise<ReadonlySet<Passenger>>,
): (passenger: Passenger) => Promise<boolean> {
  const waiting: Waiting<Passenger>[] = []
  let trips = 0
  let crowd = 1
  let gathering: NodeJS.Timeout | undefined

  function gather() {
    if (waiting.length >= crowd) leave()
    else gathering ??= setTimeout(leave, GATHERING_MS)
  }

  function leave() {
    clearTimeout(gathering)
    gathering = undefined
    if (trips === MOST_TRIPS || waiting.length === 0) return
    const together = waiting.splice(0, MOST_PASSENGERS)
    crowd = together.length
    void travel(together)
  }

  async function travel(together: readonly Waiting<Passenger>[]) {
    trips += 1
    try {
      const served = await go(together.map(({ passenger }) => passenger))
      for (const { passenger, resolve } of together) resolve(served.has(passenger))
    } catch (error) {
      for (const { reject } of together) reject(error)
    }
    trips -= 1
    gather()
  }

  return (passenger) =>
    new Promise((resolve, reject) => {
      waiting.push({ passenger, resolve, reject })
      // Whoever else comes in this turn of the event loop goes along.
      setImmediate(gather)
    })
}
