import { existsSync, realpathSync, statSync } from 'node:fs'
import type { StorageConfig } from '../config/database-url.ts'
import { describeError, hasCode, OperatorError } from '../lib/errors.ts'

/**
 * Names the database for the operator, without secrets. Call it before the store is opened: then it says "new file"
 * where the operator may have expected an existing one.
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
    ? `There was no database ${config.path} until now. A server with another DATABASE_URL does not have this.`
    : null

/** Throws if there is no database, for commands that need one. */
export function expectDatabase(config: StorageConfig) {
  if (config.driver === 'sqlite' && !isDatabase(config.path))
    throw new OperatorError(`There is no database ${config.path} (DATABASE_URL).`)
}

function isDatabase(path: string): boolean {
  try {
    // An empty file beside a log is a damaged database, which opening it reports.
    return statSync(path).size > 0 || existsSync(`${realpathSync(path)}-wal`)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    const hint = hasCode(error, 'EACCES') ? ' Use the account that the server runs in.' : ''
    throw new OperatorError(
      `Whether there is a database ${path} (DATABASE_URL) cannot be seen: ${describeError(error)}.${hint}`,
    )
  }
}
