/** More want a turn at once than may wait for one. */
export class TooMany extends Error {}

interface Limits {
  readonly atOnce: number
  readonly mostWaiting: number
}

/** Does so much at once and has the rest wait, the first to come first; with too many waiting, it throws `TooMany`. */
export function createTurns({ atOnce, mostWaiting }: Limits) {
  const waiting: (() => void)[] = []
  let running = 0

  async function turn() {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= mostWaiting) throw new TooMany('Too many at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    await turn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Handed on, so that nobody who comes just then takes the same turn.
      if (next) next()
      else running -= 1
    }
  }
}
