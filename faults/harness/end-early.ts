import { setTimeout as pause } from 'node:timers/promises'
import { removeStages } from './stage.ts'

/** What hangs is left to the exit, which kills every process that was started. */
const LONGEST_MS = 10_000

/** So that what was started and mounted ends with us, whoever ends us; `close` is what the stages have in common. */
export function endEarly(close: () => Promise<unknown> = async () => {}) {
  let isEnding = false
  const end = async () => {
    if (isEnding) process.exit(130)
    isEnding = true
    await Promise.race([removeStages().then(close), pause(LONGEST_MS)]).catch(() => {})
    process.exit(130)
  }
  process.on('SIGINT', end).on('SIGTERM', end)
}
