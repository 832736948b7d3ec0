import { type ParseArgsConfig, parseArgs } from 'node:util'
import { messageIfTakenByNpm } from '../server/cli/run-command.ts'
import { exitWithError } from './exit-with-error.ts'

/** Parses a program's arguments. For an unknown option, prints the known ones and exits. */
export function readArgs<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  const names = Object.keys(config.options ?? {})
  const message = messageIfTakenByNpm(names, process.env)
  if (message) exitWithError(message)
  try {
    return parseArgs(config)
  } catch (error) {
    // Only the first sentence, because the rest does not apply to our options.
    const [wrong] = String(Object(error).message).split(/\. |\.?\n|$/)
    return exitWithError(`${wrong}. The options are ${names.map((name) => `--${name}`).join(', ')}.`)
  }
}
