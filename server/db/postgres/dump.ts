import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { Readable } from 'node:stream'
import { describeError, hasCode, OperatorError } from '../../lib/errors.ts'
import { openPool } from './pool.ts'

export interface DumpTarget {
  readonly url: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Seconds. */
const PGCONNECT_TIMEOUT = '10'

/** Writes one unchanging state of the database, in the custom format of pg_dump. */
export async function dumpDatabase(
  target: DumpTarget,
  write: (dump: Readable) => Promise<void>,
): Promise<void> {
  await runProgram('pg_dump', ['--format=custom', `--dbname=${withoutPassword(target.url)}`], target, {
    write,
  })
}

/** Reads a dump to its end. Throws unless it is complete, and of this product. */
export async function expectComplete(dump: Readable, target: DumpTarget): Promise<void> {
  const options = ['--verbose', `--file=${devNull}`]
  const printed = await runProgram('pg_restore', options, target, { read: dump }).catch((error: unknown) => {
    if (error instanceof OperatorError) throw error
    throw new OperatorError(`The backup is damaged or incomplete: ${describeError(error)}.`)
  })
  if (!/TABLE "\w+\.deliveries"/.test(printed))
    throw new OperatorError('This is not a backup of this product: it has none of our tables.')
}

/** Restores a dump in one transaction: if it fails, nothing is changed. */
export async function restoreDump(dump: Readable, target: DumpTarget): Promise<void> {
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-acl']
  await runProgram('pg_restore', [...options, `--dbname=${withoutPassword(target.url)}`], target, {
    read: dump,
  })
}

/** Throws if the database has a table of this product. */
export async function expectNoTables(url: string): Promise<void> {
  const pool = openPool(url, 1)
  try {
    const { rowCount } = await pool.query(
      `select 1 from information_schema.tables where table_schema = current_schema()
        and (table_name in ('projects', 'deliveries', 'schema_versions') or table_name like 'desk\\_%') limit 1`,
    )
    if (rowCount !== 0)
      throw new OperatorError(
        'DATABASE_URL must name an empty database to restore to. This one has our tables already.',
      )
  } finally {
    await pool.end()
  }
}

interface Streams {
  /** The standard input of the program; empty without it. */
  readonly read?: Readable
  /** Receives its standard output. */
  readonly write?: (output: Readable) => Promise<void>
}

/** Runs a program of PostgreSQL, and returns what it printed on standard error. */
async function runProgram(
  name: string,
  args: readonly string[],
  { url, env }: DumpTarget,
  { read = Readable.from([]), write }: Streams,
): Promise<string> {
  const child = spawn(name, args, { env: { PGCONNECT_TIMEOUT, ...env, ...passwordFrom(url) } })
  let failure: unknown
  // Killed before its input ends: it must not take the end of a broken stream for the end of the dump.
  const kill = (error: unknown) => {
    failure ??= error
    child.kill('SIGKILL')
  }
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  // It may end before it has read everything.
  child.stdin.on('error', () => {})
  read.once('error', kill).pipe(child.stdin)
  const written = write ? write(child.stdout).catch(kill) : child.stdout.resume()
  const code = await new Promise((resolve) => {
    child.once('close', resolve).once('error', (error) => {
      failure ??= hasCode(error, 'ENOENT') ? new OperatorError(notInstalled(name)) : error
    })
  })
  await written
  read.destroy()
  if (failure) throw failure
  // The lines after an error may quote a row, so they are left out.
  const errors = [...printed.matchAll(/^pg_\w+: (?:error|detail): (.*)$/gm)].map(([, text]) => text)
  if (code !== 0) throw new Error(`${name}: ${errors.slice(0, 2).join('; ') || `exit code ${code}`}`)
  return printed
}

const notInstalled = (name: string) =>
  `${name} is not installed here: install the client programs of PostgreSQL, as new as the database or newer.`

/** Other users of the machine can see the arguments of a program, but not its environment. */
function withoutPassword(url: string): string {
  const shown = new URL(url)
  shown.password = ''
  return shown.href
}

function passwordFrom(url: string) {
  const { password } = new URL(url)
  return password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }
}
