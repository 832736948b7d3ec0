import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigProblem } from './config-problem.ts'
import { hasCode } from './has-code.ts'

/** Compose, PostgreSQL and Google's libraries read the same file, or what we make of it, and Node its time zone. */
const OTHERS = /^(TZ|PG[A-Z]+|(HTTPS?|NO)_PROXY|(COMPOSE|DOCKER|GOOGLE|POSTGRES)_[A-Z_]+)$/

/**
 * The lines of the file `.env` of the working directory, where there is one. What is in it was meant, so
 * whatever we should pass over is refused: a misspelt name, and an encoding in which no name is found.
 */
export function readEnvFile(settings: readonly string[]): Readonly<Record<string, string>> {
  const lines: Record<string, string> = {}
  for (const [name, value = ''] of Object.entries(parseEnv(textOfFile()))) lines[name] = value
  const tooLate = Object.keys(lines).filter((name) => name.startsWith('NODE_'))
  if (tooLate.length > 0)
    throw new ConfigProblem(
      `Names that begin with NODE_ must be set in the environment, since Node reads them before .env: ${tooLate.join(', ')}.`,
    )
  const unknown = Object.keys(lines).filter((name) => !settings.includes(name) && !OTHERS.test(name))
  if (unknown.length === 0) return lines
  throw new ConfigProblem(
    `.env sets ${unknown.join(', ')}, which we do not know: .env.example has every setting.`,
  )
}

function textOfFile(): string {
  const bytes = bytesOfFile()
  // UTF-16 without a mark has a zero beside each letter, and is UTF-8 by the letter.
  if (bytes.includes(0)) throw new ConfigProblem('.env must be saved as UTF-8.')
  try {
    // Editors on Windows begin a file with a byte order mark, which this takes away.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ConfigProblem('.env must be saved as UTF-8.')
  }
}

function bytesOfFile(): Buffer {
  try {
    return readFileSync('.env')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return Buffer.alloc(0)
    throw new ConfigProblem('.env is there but cannot be read.')
  }
}
