/**
 * Of one key, one work runs at a time in this process. The same work asked for again while it waits or
 * runs is not done twice: both get the one result. Other work of the same key comes after.
 */
export function oneAtATime<T>() {
  const last = new Map<string, { readonly content: string; readonly result: Promise<T> }>()

  return {
    run(key: string, content: string, work: () => Promise<T>): Promise<T> {
      const before = last.get(key)
      if (before?.content === content) return before.result

      const result = before ? before.result.then(work, work) : work()
      const entry = { content, result }
      last.set(key, entry)
      const forget = () => {
        if (last.get(key) === entry) last.delete(key)
      }
      result.then(forget, forget)
      return result
    },
    /** Resolves once nothing runs any more. */
    async idle(): Promise<void> {
      while (last.size > 0) await Promise.allSettled([...last.values()].map(({ result }) => result))
    },
  }
}
