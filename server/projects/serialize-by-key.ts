interface Parts<Begun, T> {
  readonly begin: () => Promise<Begun>
  readonly goOn: (begun: Begun) => Promise<T>
}

/**
 * Of one key, one beginning runs at a time in this process; what follows it may overlap the next beginning. The
 * same work asked for again, while it is the last of its key, is not done twice: both get the one result.
 */
export function oneAtATime<Begun, T>() {
  interface Work {
    readonly content: string
    readonly begun: Promise<Begun>
    readonly result: Promise<T>
  }
  const last = new Map<string, Work>()
  const running = new Set<Promise<T>>()

  return {
    run(key: string, content: string, { begin, goOn }: Parts<Begun, T>): Promise<T> {
      const before = last.get(key)
      if (before?.content === content) return before.result

      const begun = before ? before.begun.then(begin, begin) : begin()
      const result = begun.then(goOn)
      const work = { content, begun, result }
      last.set(key, work)
      running.add(result)
      const forget = () => {
        running.delete(result)
        if (last.get(key) === work) last.delete(key)
      }
      result.then(forget, forget)
      return result
    },
    /** Resolves once nothing runs any more. */
    async idle(): Promise<void> {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
