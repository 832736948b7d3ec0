import { statfsSync } from 'node:fs'
import { hasCode } from './errors.ts'

/** True when this machine runs a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

/** More than one project takes, with its index and its e-mail. */
const MIN_FREE_BYTES = 512 * 1024

/** Throws when the disk of a directory is nearly full: a small test write may still succeed there. */
export function checkDiskSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(`The disk is full: less than ${MIN_FREE_BYTES / 1024} KB are left in ${directory}`)
}
