import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { hasCode, OperatorError } from '../lib/errors.ts'

/** Variables of Node, Docker Compose, PostgreSQL and Google's libraries, which may be in the same file. */
const FOREIGN_VARIABLE = /^(TZ|PG[A-Z]+|(HTTPS?|NO)_PROXY|(COMPOSE|DOCKER|GOOGLE|POSTGRES)_[A-Z_]+)$/

/**
 * Loads `.env` from the working directory, if it exists. Environment variables take precedence over the file. Throws for
 * an unknown name, which is probably a misspelled setting.
 */
export function loadEnvFile(settings: readonly string[]): void {
  const text = readText()
  if (text === null) return
  const unknown = Object.keys(parseEnv(text)).filter(
    (name) => !settings.includes(name) && !FOREIGN_VARIABLE.test(name),
  )
  if (unknown.length > 0)
    throw new OperatorError(
      `.env sets ${unknown.join(', ')}, which is not a setting. See .env.example for all settings.`,
    )
  process.loadEnvFile('.env')
}

function readText(): string | null {
  try {
    return readFileSync('.env', 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw new OperatorError('The file .env exists but cannot be read.')
  }
}
