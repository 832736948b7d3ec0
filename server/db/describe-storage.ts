import { existsSync, realpathSync, statSync } from 'node:fs'
import type { StorageConfig } from '../config/database-url.ts'
import { describeError, hasCode, OperatorError } from '../lib/errors.ts'

/**
 * Describes the database for the operator, without secrets. Call this before the database is opened, so that it says "new
 * file" if the operator may have expected an existing one.
 */
export function describeStorage(config: StorageConfig): string {
  switch (config.driver) {
    case 'sqlite':
      return `the ${isNew(config.path) ? 'new file' : 'file'} ${config.path}`
    case 'postgres': {
      const { hostname, pathname, searchParams } = new URL(config.url)
      const host = searchParams.get('host') ?? decodeURIComponent(hostname)
      const database = pathname.slice(1)
      return `PostgreSQL${host && ` on ${host}`}${database && `, database ${database}`}`
    }
  }
}

const isNew = (path: string) => !existsSync(path) || statSync(path).size === 0

/** Note for a command that creates a database, or null. The server may use another one if its settings differ. */
export const newFileNote = (config: StorageConfig): string | null =>
  config.driver === 'sqlite' && isNew(config.path)
    ? `Created the database ${config.path}. A server with another DATABASE_URL does not use it.`
    : null

/** Throws if there is no database, for commands that need one. */
export function expectDatabase(config: StorageConfig) {
  if (config.driver === 'sqlite' && !isDatabase(config.path))
    throw new OperatorError(`There is no database ${config.path} (DATABASE_URL).`)
}

function isDatabase(path: string): boolean {
  try {
    // An empty file with a log is a damaged database. Opening it reports the error.
    return statSync(path).size > 0 || existsSync(`${realpathSync(path)}-wal`)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    const hint = hasCode(error, 'EACCES') ? ' Use the same account as the server.' : ''
    throw new OperatorError(
      `Cannot check whether the database ${path} (DATABASE_URL) exists: ${describeError(error)}.${hint}`,
    )
  }
}
