import { environment } from '../config/config.ts'
import { describeError, OperatorError } from '../lib/errors.ts'

/** The command was called in a way it does not know. */
export class UsageError extends Error {}

/** Runs a command of the command line, and says in words what went wrong. */
export async function runCommand(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  try {
    refuseKeptByNpm(usage)
    // npm takes the first two dashes; whoever writes them before each option gives us the others.
    await run(process.argv.slice(2).filter((arg) => arg !== '--'))
  } catch (error) {
    // Whoever reads our output stopped reading, as `head` does.
    if (codeOf(error) === 'EPIPE' || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE') return
    const isUsage = error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS')
    const message =
      error instanceof OperatorError || isUsage ? String(Object(error).message) : wordsFor(error)
    process.stderr.write(`${message}\n${isUsage ? `${usage}\n` : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

/** The options that a command has stand in its usage, behind two dashes of npm's. */
function refuseKeptByNpm(usage: string) {
  const options = [...usage.matchAll(/(?<=-- .*)--(\w+)/g)].map(([, name = '']) => name)
  const kept = keptByNpm(options, environment())
  if (kept) throw new UsageError(kept)
}

/**
 * What to tell whoever wrote one of these options without two dashes before it, otherwise null: npm takes it for a
 * setting of its own, so that `--hold` would hold nothing.
 */
export function keptByNpm(
  options: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  const lost = options.find((name) => env[`npm_config_${name}`] !== undefined)
  return lost ? `npm kept --${lost} for itself: write two dashes and a blank before it.` : null
}

/** Neither the network nor PostgreSQL knows which of our settings has led there. */
const wordsFor = (error: unknown): string =>
  `${OF_DATABASE.test(codeOf(error)) ? 'The database that DATABASE_URL names: ' : ''}${describeError(error)}`

/** No way there, or one of PostgreSQL's own codes. */
const OF_DATABASE = /^(ECONN\w+|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|(?=.*\d)[\dA-Z]{5})$/

export function write(line: string) {
  process.stdout.write(`${line}\n`)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
