import { environment } from '../config/config.ts'
import { describeError, OperatorError } from '../lib/errors.ts'

/** Thrown for arguments that a command does not accept; the usage is printed with it. */
export class UsageError extends Error {}

/** Runs a command. An error is printed in one line; the exit code is 2 for wrong usage and 1 for a failure. */
export async function runCommand(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  // Without these, files that are removed at the exit would stay.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  try {
    refuseOptionsTakenByNpm(usage)
    // npm removes the first `--` only, and some people write one before each option.
    await run(process.argv.slice(2).filter((arg) => arg !== '--'))
  } catch (error) {
    // The reader of our output stopped, as `head` does.
    if (codeOf(error) === 'EPIPE' || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
    const isUsage = error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS')
    const message =
      error instanceof OperatorError || isUsage ? String(Object(error).message) : describeFailure(error)
    process.stderr.write(`${message}\n${isUsage ? `${usage}\n` : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

/** Reads the options of a command from its usage, where they follow `-- `. */
function refuseOptionsTakenByNpm(usage: string) {
  const options = [...usage.matchAll(/(?<=-- .*)--(\w+)/g)].map(([, name = '']) => name)
  const message = messageIfTakenByNpm(options, environment())
  if (message) throw new UsageError(message)
}

/**
 * An error message if one of these options was written without `--` before it, otherwise null. npm takes such an
 * option as a setting of its own, so the command would run without it.
 */
export function messageIfTakenByNpm(
  options: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const taken = options.find((name) => env[`npm_config_${name}`] !== undefined)
  return taken ? `npm took --${taken} as an option of its own. Write -- before it.` : null
}

/** Errors of the network and of PostgreSQL do not name the setting, so it is added. */
const describeFailure = (error: unknown): string =>
  `${DATABASE_ERROR.test(codeOf(error)) ? 'The database that DATABASE_URL names: ' : ''}${describeError(error)}`

/** Codes of failed connections, and PostgreSQL's five-character codes. */
const DATABASE_ERROR = /^(ECONN\w+|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|(?=.*\d)[\dA-Z]{5})$/

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
