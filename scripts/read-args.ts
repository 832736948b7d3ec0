import { type ParseArgsConfig, parseArgs } from 'node:util'
import { refuse } from './refuse.ts'

/** What a program was called with. An option that it does not have is refused, naming those it has. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    // Only its first sentence: the others teach what no program here can do.
    const [wrong] = String(Object(error).message).split(/\. |\.?\n|$/)
    const options = Object.keys(config.options ?? {}).map((name) => `--${name}`)
    return refuse(`${wrong}. There are ${options.join(', ')}.`)
  }
}
