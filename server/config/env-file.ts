import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { hasCode, OperatorError } from '../lib/errors.ts'

/** Compose, PostgreSQL and Google's libraries read the same file, or what we make of it, and Node its time zone. */
const OTHERS = /^(TZ|PG[A-Z]+|(HTTPS?|NO)_PROXY|(COMPOSE|DOCKER|GOOGLE|POSTGRES)_[A-Z_]+)$/

/**
 * The lines of the file `.env` of the working directory, where there is one. What is in it was meant, so
 * whatever we should pass over is refused: a misspelt name, and an encoding in which no name is found.
 */
export function readEnvFile(settings: readonly string[]): Readonly<Record<string, string>> {
  const text = textOfFile()
  expectWhole(text)
  const lines: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(parseEnv(text))) lines[name] = value
  const tooLate = Object.keys(lines).filter((name) => name.startsWith('NODE_'))
  if (tooLate.length > 0)
    throw new OperatorError(
      `Names that begin with NODE_ must be set in the environment, since Node reads them before .env: ${tooLate.join(', ')}.`,
    )
  const unknown = Object.keys(lines).filter((name) => !settings.includes(name) && !OTHERS.test(name))
  if (unknown.length === 0) return lines
  throw new OperatorError(
    `.env sets ${unknown.join(', ')}, which we do not know: .env.example has every setting.`,
  )
}

/** Node's parser passes over a line without `=`, keeps the last of two, and cuts a value at a quote or a `#`. */
export function expectWhole(text: string): void {
  const names: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (/^\s*(#|$)/.test(line)) continue
    const { name, value } = SETTING.exec(line)?.groups ?? {}
    if (name === undefined || value === undefined)
      throw new OperatorError(
        `Line ${index + 1} of .env is no setting: write it as NAME=VALUE, or # before it if it is a note.`,
      )
    if (!WHOLE.test(value))
      throw new OperatorError(
        `Line ${index + 1} of .env would be cut at a quote or a #: put the value into one pair of quotes that it does not have itself.`,
      )
    names.push(name)
  }
  const twice = new Set(names.filter((name, place) => names.indexOf(name) < place))
  if (twice.size > 0)
    throw new OperatorError(`.env sets ${[...twice].join(', ')} twice: keep one line of each.`)
}

const SETTING = /^\s*(?:export\s+)?(?<name>[^=]*[^=\s])\s*=\s*(?<value>.*)$/
/** In one pair of quotes, or without; then perhaps a note. */
const WHOLE = /^(?:(["'`])(?:(?!\1).)*\1\s*|[^"'`#\s][^#]*)?(?:(?<!\S)#.*)?$/

function textOfFile(): string {
  const bytes = bytesOfFile()
  // UTF-16 without a mark has a zero beside each letter, and is UTF-8 by the letter.
  if (bytes.includes(0)) throw new OperatorError('.env must be saved as UTF-8.')
  try {
    // Editors on Windows begin a file with a byte order mark, which this takes away.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new OperatorError('.env must be saved as UTF-8.')
  }
}

function bytesOfFile(): Buffer {
  try {
    return readFileSync('.env')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0)
    throw new OperatorError('.env is there but cannot be read.')
  }
}
