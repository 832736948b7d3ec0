import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeError, OperatorError } from '../../lib/errors.ts'

const OPEN_TIMEOUT_MS = 3000
/**
 * Files up to this size are checked for damage when they are opened, which takes some tenths of a second. Larger files
 * would delay the start too much; the backup, which reads every row, detects their damage.
 */
export const MAX_CHECKED_BYTES = 32 * 1024 * 1024
/** Submissions change pages across all indexes, and SQLite's default of 2 MB is too small for them. */
const CACHE_KB = 16_000

/** Opens or creates the file, and refuses one that is damaged or would not be durable. */
export function openFile(path: string): { db: DatabaseSync; isSameFile: () => boolean } {
  if (existsSync(path)) expectUsableFile(path)
  else createFile(path)

  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS })
    db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma cache_size = -${CACHE_KB}`,
    )
    expectPragma(db, 'journal_mode', 'wal')
    expectPragma(db, 'synchronous', 2)
    if (statSync(path).size <= MAX_CHECKED_BYTES) expectPragma(db, 'quick_check(1)', 'ok')
    restrictToOwner(path)
  } catch (error) {
    db?.close()
    const hint = hints[sqliteCode(error)]
    const problem = hint ? 'cannot be opened' : 'cannot be used as it is'
    throw unusable(path, `${problem}, and was left untouched`, error, hint)
  }

  // The log has data that is not in the file yet, so neither may be replaced.
  const files = [path, beside(path, '-wal')].map(watchFile)
  return { db, isSameFile: () => files.every((isSame) => isSame()) }
}

/** Returns a function that checks whether the path still refers to the same file. */
export function watchFile(path: string): () => boolean {
  const opened = statSync(path, { throwIfNoEntry: false })
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && found.ino === opened?.ino && found.dev === opened.dev
  }
}

export const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
export const SQLITE_IOERR = 10
export const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
export const SQLITE_CANTOPEN = 14
export const SQLITE_CONSTRAINT = 19
export const SQLITE_NOTADB = 26

/** SQLite's primary result code, or 0 for any other error. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0

const DISK_HINT = 'The disk is full or has errors. Check it first.'
const RIGHTS_HINT =
  "The server's account must be able to write the file, its -wal and -shm files, and their folder."

/** Hints for errors other than a damaged file, so that the operator does not restore an older one. */
const hints: Readonly<Record<number, string>> = {
  [SQLITE_BUSY]: 'Another program has it open. Stop it first.',
  [SQLITE_READONLY]: RIGHTS_HINT,
  [SQLITE_IOERR]: DISK_HINT,
  [SQLITE_FULL]: DISK_HINT,
  [SQLITE_CANTOPEN]: RIGHTS_HINT,
}

/** SQLite creates these files next to the database itself, not next to a symbolic link to it. */
const beside = (path: string, suffix: '-wal' | '-shm') => `${resolveLink(path)}${suffix}`

/** Also resolves a link whose target does not exist. */
function resolveLink(path: string): string {
  try {
    return existsSync(path) ? realpathSync(path) : resolve(dirname(path), readlinkSync(path))
  } catch {
    // Not a link.
    return path
  }
}

/** Runs before SQLite opens the file, so that other files are not changed. */
function expectUsableFile(path: string) {
  const found = statSync(path)
  if (!found.isFile())
    throw new OperatorError(
      `DATABASE_URL must name a file; ${path} is ${found.isDirectory() ? 'a folder' : 'not one'}.`,
    )
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw unusable(path, 'cannot be read and written', error)
  }
  // SQLite would treat the file as new, and remove the log.
  if (found.size === 0 && (statSync(beside(path, '-wal'), { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw lost(path, 'empty')
}

function createFile(path: string) {
  if (existsSync(beside(path, '-wal'))) throw lost(path, 'missing')
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw unusable(path, 'cannot be created', error)
  }
}

/** Makes data files readable by the owner only. SQLite copies the mode of an existing file to its -wal and -shm files. */
function restrictToOwner(path: string) {
  for (const file of [path, beside(path, '-wal'), beside(path, '-shm')]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if (mode & 0o077) chmodSync(file, mode & 0o700)
  }
}

const lost = (path: string, how: string) =>
  new OperatorError(`${path} is ${how}, but its -wal file is there. Put the database file back first.`)

const unusable = (path: string, problem: string, error: unknown, hint = '') =>
  new OperatorError(`DATABASE_URL names ${path}, which ${problem}: ${describeError(error)}. ${hint}`.trim())

function expectPragma(db: DatabaseSync, pragma: string, expected: string | number) {
  const found = Object.values(db.prepare(`pragma ${pragma}`).get() ?? {})[0]
  if (found !== expected) throw new Error(`${pragma} is ${String(found)}, not ${expected}`)
}
