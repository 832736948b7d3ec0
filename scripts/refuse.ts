import { OperatorError } from '../server/lib/errors.ts'

/**
 * Ends with a sentence, before anything is done: with 2 for what a program was called with, as the commands of the
 * server do, and with 1 for what its operator has to put right. Any other error is thrown on.
 */
export function refuse(why: unknown): never {
  if (typeof why !== 'string' && !(why instanceof OperatorError)) throw why
  console.error(typeof why === 'string' ? why : why.message)
  process.exit(typeof why === 'string' ? 2 : 1)
}
