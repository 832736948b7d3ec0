/** Somebody who waits for a line. */
interface Wait {
  readonly goOn: () => void
  readonly giveUp: () => void
}

/** Who uses the lines of a server that takes only so many, nobody knows how many, and who waits for one of them. */
export function createLineQueue() {
  const waiting = new Set<Wait>()
  /** How many have a line or are opening one: with the end of each a line may be free. */
  let underWay = 0

  return {
    async use<T>(work: () => Promise<T>): Promise<T> {
      underWay += 1
      try {
        return await work()
      } finally {
        underWay -= 1
        const [next] = waiting
        next?.goOn()
      }
    },

    /** Rejects with the refusal where nobody is left who could free a line, or once the signal comes. */
    freed(refusal: unknown, signal?: AbortSignal): Promise<void> {
      underWay -= 1
      return new Promise((resolve, reject) => {
        const ending = (settle: () => void) => () => {
          underWay += 1
          waiting.delete(wait)
          signal?.removeEventListener('abort', wait.giveUp)
          settle()
        }
        const wait: Wait = { goOn: ending(resolve), giveUp: ending(() => reject(refusal)) }
        waiting.add(wait)
        signal?.addEventListener('abort', wait.giveUp)
        if (underWay === 0) for (const { giveUp } of waiting) giveUp()
      })
    },
  }
}
