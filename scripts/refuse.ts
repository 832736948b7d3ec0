import { ConfigProblem } from '../server/config-problem.ts'

/** Ends with a sentence, before anything is done; an error that is none of a setting is thrown on. */
export function refuse(why: unknown): never {
  if (typeof why !== 'string' && !(why instanceof ConfigProblem)) throw why
  console.error(typeof why === 'string' ? why : why.message)
  process.exit(1)
}
