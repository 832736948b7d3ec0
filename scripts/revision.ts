import { execFileSync } from 'node:child_process'

/** The revision of the sources from git; unknown in a downloaded archive. */
export function revision(question: readonly string[]): string {
  try {
    const output = execFileSync('git', question, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return `revision ${output.trim()}`
  } catch {
    return 'unknown revision'
  }
}
