import { mkdir, rm } from 'node:fs/promises'
import { describeError, OperatorError } from '../server/lib/errors.ts'

/** Creates an empty folder, and replaces an existing one. */
export async function emptyFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new OperatorError(
      `${folder} cannot be replaced: ${describeError(error)}. Your account needs write permission for it and its parent folder.`,
    )
  }
}
