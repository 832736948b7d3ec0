import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describeError } from '../server/lib/errors.ts'

const MAX_INSTALL_MS = 15 * 60_000

/** Installs the packages of a peer's folder if needed. Returns the reason if that fails, or null. */
export async function installPeer(folder: string, args: readonly string[]): Promise<string | null> {
  // npm writes this file last.
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return null
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: MAX_INSTALL_MS })
    return null
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? npmError(String(error.stderr)) : undefined
    return describeError(reason ?? error)
  }
}

/** The line of npm's output that explains the error. */
const npmError = (stderr: string): string | undefined =>
  stderr.match(/(?<=^npm error )(?!code |errno |syscall |path |A complete log).+/m)?.[0]
