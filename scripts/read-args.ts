import { type ParseArgsConfig, parseArgs } from 'node:util'
import { keptByNpm } from '../server/cli/run-command.ts'
import { refuse } from './refuse.ts'

/** What a program was called with. An option that it does not have is refused, naming those it has. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const names = Object.keys(config.options ?? {})
  // A short run would be a long one that writes down what it finds.
  const kept = keptByNpm(names, process.env)
  if (kept) refuse(kept)
  try {
    return parseArgs(config)
  } catch (error) {
    // Only its first sentence: the others teach what no program here can do.
    const [wrong] = String(Object(error).message).split(/\. |\.?\n|$/)
    return refuse(`${wrong}. There are ${names.map((name) => `--${name}`).join(', ')}.`)
  }
}
