/** Caches the result of `load` for some time, so that many callers cost one call. */
export function cacheFor<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | undefined
  return () => {
    if (!cached) {
      cached = load()
      setTimeout(() => {
        cached = undefined
      }, ms).unref()
    }
    return cached
  }
}
