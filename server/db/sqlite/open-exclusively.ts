import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describeError, OperatorError } from '../../lib/errors.ts'
import { SQLITE_BUSY, sqliteCode } from './database-file.ts'

const TIMEOUT_MS = 1000

/**
 * Opens a file for reading, with an exclusive lock. This fails while a server has the file open, and no server can open
 * the file until it is closed. The data is not changed.
 */
export function openExclusively(path: string): DatabaseSync {
  // SQLite would create a missing file, and would treat an empty one as new and remove its log.
  if (!statSync(path, { throwIfNoEntry: false })?.size)
    throw new OperatorError(`There is no database ${path}.`)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: TIMEOUT_MS })
    db.exec('pragma locking_mode = exclusive; begin exclusive; pragma query_only = on')
    const { quick_check: found } = db.prepare('pragma quick_check(1)').get() ?? {}
    if (found !== 'ok') throw new Error(String(found))
    return db
  } catch (error) {
    db?.close()
    if (sqliteCode(error) === SQLITE_BUSY)
      throw new OperatorError(`Another program has ${path} open. Stop every server first.`)
    throw new OperatorError(`${path} cannot be used, and was not changed: ${describeError(error)}.`)
  }
}
