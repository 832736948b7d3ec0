import { existsSync, realpathSync, statSync } from 'node:fs'
import type { StorageConfig } from '../config/database-url.ts'
import { describeError, hasCode, OperatorError } from '../lib/errors.ts'

/**
 * In words for whoever starts the server; no secret in it. Asked before the store is opened, it tells a file
 * that will be made, or is empty: whoever moved the database, or started elsewhere, would look for the projects in vain.
 */
export function describeStorage(config: StorageConfig): string {
  switch (config.driver) {
    case 'sqlite':
      return `the ${isNew(config.path) ? 'new file' : 'file'} ${config.path}`
    case 'postgres': {
      const { hostname, pathname, searchParams } = new URL(config.url)
      const host = searchParams.get('host') ?? decodeURIComponent(hostname)
      // Not named, it is the one that has the user's name.
      const database = pathname.slice(1)
      return `PostgreSQL${host && ` on ${host}`}${database && `, database ${database}`}`
    }
    case 'firestore':
      return `Firestore, project ${config.projectId}${config.emulatorHost ? ' (emulator)' : ''}`
  }
}

const isNew = (path: string) => !existsSync(path) || statSync(path).size === 0

/**
 * What to tell whoever is about to make a database by a command, where a server may have another one; otherwise
 * null. The settings of a service manager do not reach a shell.
 */
export const newFileNote = (config: StorageConfig): string | null =>
  config.driver === 'sqlite' && isNew(config.path)
    ? `There was no database ${config.path} until now. A server with another DATABASE_URL does not have this.`
    : null

/** For whoever has no use for an empty store: a file that is not there, or has nothing in it, is a slip of the pen. */
export function expectDatabase(config: StorageConfig) {
  if (config.driver === 'sqlite' && !isDatabase(config.path))
    throw new OperatorError(`There is no database ${config.path} (DATABASE_URL).`)
}

function isDatabase(path: string): boolean {
  try {
    // An empty one beside its log is damaged, which opening it tells.
    return statSync(path).size > 0 || existsSync(`${realpathSync(path)}-wal`)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    // The folder is its owner's alone, and who may not look into it must not hear that the projects are gone.
    const hint = hasCode(error, 'EACCES') ? ' Use the account that the server runs in.' : ''
    throw new OperatorError(
      `Whether there is a database ${path} (DATABASE_URL) cannot be seen: ${describeError(error)}.${hint}`,
    )
  }
}
