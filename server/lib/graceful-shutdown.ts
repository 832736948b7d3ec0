/** Longer than a request may take, and shorter than process managers wait before they kill a process. */
const MAX_SHUTDOWN_MS = 25_000
const PARENT_CHECK_MS = 1000

/** Read on import, so that it also detects a parent that ends during the build. */
const parent = process.ppid

/**
 * On a signal, waits until the server has started, calls the function that stops it, and ends the process. Signals may
 * arrive before the server has started.
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
  // npm sends signals only to its shell, which ends without forwarding them. Under `npm start`, the end of the shell
  // therefore counts as a signal.
  if (['start', 'dev'].includes(env.npm_lifecycle_event ?? ''))
    setInterval(() => process.ppid !== parent && void end(), PARENT_CHECK_MS).unref()
}
