import { mkdir, rm } from 'node:fs/promises'
import { describeError, OperatorError } from '../server/lib/errors.ts'

/** An empty folder in place of what was there. One that an administrator once made is not everybody's to remove. */
export async function makeAnew(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new OperatorError(
      `${folder} cannot be made anew: ${describeError(error)}. The account that you use must be able to write it and the folder that it is in.`,
    )
  }
}
