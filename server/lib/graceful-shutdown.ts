/** More than a request may take, and less than process managers wait before they kill. */
const LONGEST_GOODBYE_MS = 25_000

/** Known at once: a shell that ends while the site is built, or while we start, is missed too. */
const shell = process.ppid
const LOOK_MS = 1000

/**
 * When the process is asked to end, it finishes what is in flight first. It listens before it has started, so that may
 * be while it starts.
 */
export function endWell(
  starting: Promise<() => Promise<void>>,
  env: Readonly<Record<string, string | undefined>>,
) {
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), LONGEST_GOODBYE_MS).unref()
    const finish = await starting
    await finish()
    process.exit(0)
  }
  // The last is a terminal that was closed. `nohup` changes nothing: Node does not heed it.
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end)
  // npm passes a signal on to its shell alone, which ends without a word to us. Whoever starts us otherwise
  // may well end before we do.
  if (['start', 'dev'].includes(env.npm_lifecycle_event ?? ''))
    setInterval(() => process.ppid !== shell && void end(), LOOK_MS).unref()
}
