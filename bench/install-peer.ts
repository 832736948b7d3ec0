import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeError } from '../server/lib/errors.ts'

const LONGEST_INSTALL_MS = 15 * 60_000

/** Has npm install what a peer's folder asks for, where it is not yet; in words why that cannot be done, or null. */
export async function whyNotInstalled(folder: string, args: readonly string[]): Promise<string | null> {
  // npm writes this file last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return null
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: LONGEST_INSTALL_MS })
    return null
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? npmsReason(String(error.stderr)) : undefined
    return describeError(said ?? error)
  }
}

/** npm begins with codes, and ends with where its log is. */
export const npmsReason = (stderr: string): string | undefined =>
  stderr.match(/(?<=^npm error )(?!code |errno |syscall |path |A complete log).+/m)?.[0]
