import { statfsSync } from 'node:fs'

/** A long project, its words and its e-mail take less. A page or two may still be written when none can be kept. */
const LEAST_BYTES = 512 * 1024

/** Rejects a directory whose disk has hardly any room left, where a look that writes little finds nothing wrong. */
export function expectRoom(directory: string): void {
  const { bavail, bsize } = statfsSync(directory)
  if (bavail * bsize < LEAST_BYTES)
    throw new Error(`The disk is full: less than ${LEAST_BYTES / 1024} KB are left in ${directory}`)
}
