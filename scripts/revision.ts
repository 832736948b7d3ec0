import { execFileSync } from 'node:child_process'

/** The revision of the sources, from a git command. Unknown in a downloaded archive. */
export function revision(gitArgs: readonly string[]): string {
  try {
    const output = execFileSync('git', gitArgs, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return `revision ${output.trim()}`
  } catch {
    return 'unknown revision'
  }
}
