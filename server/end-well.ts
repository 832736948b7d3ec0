/** More than a request may take, and less than process managers wait before they kill. */
const LONGEST_GOODBYE_MS = 25_000

/** When the process is asked to end, it finishes what is in flight first. */
export function endWell(finish: () => Promise<void>) {
  let isEnding = false
  const end = async () => {
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(1), LONGEST_GOODBYE_MS).unref()
    await finish()
    process.exit(0)
  }
  process.on('SIGTERM', end).on('SIGINT', end)
}
