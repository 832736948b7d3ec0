import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageIfTakenByNpm } from '../server/cli/run-command.ts'
import { exitWithError } from './exit-with-error.ts'

/** The arguments of a program. An unknown option ends it with a list of the known ones. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const names = Object.keys(config.options ?? {})
  const message = messageIfTakenByNpm(names, process.env)
  if (message) exitWithError(message)
  try {
    return parseArgs(config)
  } catch (error) {
    // Only the first sentence: the rest explains options with values in a way that does not apply here.
    const [wrong] = String(Object(error).message).split(/\. |\.?\n|$/)
    return exitWithError(`${wrong}. There are ${names.map((name) => `--${name}`).join(', ')}.`)
  }
}
