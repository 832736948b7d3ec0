/** Longer than a request may take, and shorter than process managers wait before they kill. */
const MAX_SHUTDOWN_MS = 25_000
const PARENT_CHECK_MS = 1000

/** Read when this module is loaded, so that a parent that ends while the site is built is noticed too. */
const parent = process.ppid

/**
 * On a signal, waits for the start to finish, calls the function it returned, and ends the process. Signals may
 * arrive before the start is finished.
 */
export function gracefulShutdown(
  starting: Promise<() => Promise<void>>,
  env: Readonly<Record<string, string | undefined>>,
) {
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), MAX_SHUTDOWN_MS).unref()
    const finish = await starting
    await finish()
    process.exit(0)
  }
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end)
  // npm passes a signal only to its shell, which ends without passing it on. So under `npm start` the end of the
  // shell counts as a signal.
  if (['start', 'dev'].includes(env.npm_lifecycle_event ?? ''))
    setInterval(() => process.ppid !== parent && void end(), PARENT_CHECK_MS).unref()
}
