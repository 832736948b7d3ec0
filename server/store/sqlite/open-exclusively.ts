import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describeError, OperatorError } from '../../lib/errors.ts'
import { SQLITE_BUSY, sqliteCode } from './error-codes.ts'

const PATIENCE_MS = 1000

/**
 * Opens a file to be read by nobody else: a server that has it open is found, and none can open it until this
 * is closed. Nothing that it holds is changed.
 */
export function openAlone(path: string): DatabaseSync {
  // SQLite would make one that is not there, and take an empty one for new and remove its log.
  if (!statSync(path, { throwIfNoEntry: false })?.size)
    throw new OperatorError(`There is no database ${path}.`)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: PATIENCE_MS })
    db.exec('pragma locking_mode = exclusive; begin exclusive; pragma query_only = on')
    const { quick_check: found } = db.prepare('pragma quick_check(1)').get() ?? {}
    if (found !== 'ok') throw new Error(String(found))
    return db
  } catch (error) {
    db?.close()
    if (sqliteCode(error) === SQLITE_BUSY)
      throw new OperatorError(`Another program has ${path} open: stop every server first.`)
    throw new OperatorError(
      `${path} cannot be used as it is, and was left untouched: ${describeError(error)}.`,
    )
  }
}
