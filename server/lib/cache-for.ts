/** Caches the result of `load`, so that many callers share one call. */
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
