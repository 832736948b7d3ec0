import { statfsSync } from 'node:fs'
import { hasCode } from './errors.ts'

/** True if this machine runs a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

/** More than the size of one project with its index and email. */
const MIN_FREE_BYTES = 512 * 1024

/** Throws if the disk of a directory is nearly full, when a small test write may still succeed. */
export function checkDiskSpace(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < MIN_FREE_BYTES)
    throw new Error(`The disk is full: less than ${MIN_FREE_BYTES / 1024} KB left in ${directory}`)
}
