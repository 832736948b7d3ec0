import { OperatorError } from '../server/lib/errors.ts'

/**
 * Prints a message and exits, with code 2 for invalid arguments (a string) and 1 for an OperatorError. Rethrows any other
 * error.
 */
export function exitWithError(reason: unknown): never {
  if (typeof reason !== 'string' && !(reason instanceof OperatorError)) throw reason
  console.error(typeof reason === 'string' ? reason : reason.message)
  process.exit(typeof reason === 'string' ? 2 : 1)
}
