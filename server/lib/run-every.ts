/** Runs a job at an interval. It must not reject. Returns a function that stops this and waits for the runs in progress. */
export function runEvery(ms: number, job: () => Promise<unknown>): () => Promise<void> {
  const running = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    const run = job().finally(() => running.delete(run))
    running.add(run)
  }, ms)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
  }
}
