import { execFileSync } from 'node:child_process'

/** Which revision of the sources this is, as git answers; it cannot where they are a downloaded archive. */
export function revision(question: readonly string[]): string {
  try {
    const told = execFileSync('git', question, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return `revision ${told.trim()}`
  } catch {
    return 'unknown revision'
  }
}
