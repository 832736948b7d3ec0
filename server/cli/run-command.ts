import { environment } from '../config/config.ts'
import { describeError, OperatorError } from '../lib/errors.ts'

/** Thrown for invalid arguments. The usage is printed with the message. */
export class UsageError extends Error {}

/** Runs a command. An error is printed on one line. The exit code is 2 for invalid arguments and 1 for other errors. */
export async function runCommand(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  // Without these handlers, files that are removed on exit would remain.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  try {
    refuseOptionsTakenByNpm(usage)
    // npm removes only the first `--`, and some people write one before each option.
    await run(process.argv.slice(2).filter((arg) => arg !== '--'))
  } catch (error) {
    // The program that reads the output has stopped, such as `head`.
    if (codeOf(error) === 'EPIPE' || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
    const isUsage = error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS')
    const message =
      error instanceof OperatorError || isUsage ? String(Object(error).message) : describeFailure(error)
    process.stderr.write(`${message}\n${isUsage ? `${usage}\n` : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

/** Finds the command's options in its usage, where they follow `-- `. */
function refuseOptionsTakenByNpm(usage: string) {
  const options = [...usage.matchAll(/(?<=-- .*)--(\w+)/g)].map(([, name = '']) => name)
  const message = messageIfTakenByNpm(options, environment())
  if (message) throw new UsageError(message)
}

/**
 * An error message if one of these options was written without `--` before it, otherwise null. npm would consume such an
 * option, and the command would run without it.
 */
export function messageIfTakenByNpm(
  options: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const taken = options.find((name) => env[`npm_config_${name}`] !== undefined)
  return taken ? `npm consumed --${taken}. Write -- before it.` : null
}

/** Network and PostgreSQL errors do not mention the setting, so it is added. */
const describeFailure = (error: unknown): string =>
  `${DATABASE_ERROR.test(codeOf(error)) ? 'The database in DATABASE_URL: ' : ''}${describeError(error)}`

/** Codes of failed connections, and PostgreSQL's five-character codes. */
const DATABASE_ERROR = /^(ECONN\w+|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|(?=.*\d)[\dA-Z]{5})$/

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
