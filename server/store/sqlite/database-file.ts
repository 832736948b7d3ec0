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
import {
  SQLITE_BUSY,
  SQLITE_CANTOPEN,
  SQLITE_FULL,
  SQLITE_IOERR,
  SQLITE_READONLY,
  sqliteCode,
} from './error-codes.ts'

const OPENING_TIMEOUT_MS = 3000
/** Once open, another process's lock is waited for in group-commit.ts, where it does not stop the event loop. */
export const BUSY_TIMEOUT_MS = 5
/**
 * A file up to this size is read through for damage when it is opened, which takes some tenths of a
 * second. A million projects would take half a minute, at each start and after each failure of the disk; of
 * them, damage is found where it is met, and by the backup, which reads every row.
 */
export const MOST_READ_THROUGH_BYTES = 32 * 1024 * 1024

/**
 * A submission touches pages all over the indexes. With SQLite's own 2 MB, a store of some thousand projects
 * already reads several of them anew for each.
 */
const MOST_CACHED_KB = 16_000

/**
 * Opens the file, or makes it when there is none, and refuses one that cannot keep a promise: a corrupt
 * one, or one that would not be durable.
 */
export function openFile(path: string): { db: DatabaseSync; isSameFile: () => boolean } {
  if (existsSync(path)) expectFile(path)
  else makeFile(path)

  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: OPENING_TIMEOUT_MS })
    db.exec('pragma journal_mode = wal; pragma synchronous = full')
    db.exec(`pragma cache_size = -${MOST_CACHED_KB}`)
    expectPragma(db, 'journal_mode', 'wal')
    expectPragma(db, 'synchronous', 2)
    if (statSync(path).size <= MOST_READ_THROUGH_BYTES) expectPragma(db, 'quick_check(1)', 'ok')
    closeToOthers(path)
  } catch (error) {
    db?.close()
    const hint = adviceFor[sqliteCode(error)]
    const words = hint ? 'cannot be opened' : 'cannot be used as it is'
    throw unusable(path, `${words}, and was left untouched`, error, hint)
  }

  // What is in the log is not in the file yet, so both have to be the ones that were opened.
  const files = [path, beside(path, '-wal')].map(watched)
  return { db, isSameFile: () => files.every((isSame) => isSame()) }
}

const DISK = 'The disk is full, or fails: look at that first.'
const RIGHTS = 'The account of the server must be able to write the file, those beside it and their folder.'

/** For errors that need not mean a damaged file: whoever took it for one would put an older one in its place. */
const adviceFor: Readonly<Record<number, string>> = {
  [SQLITE_BUSY]: 'Another program has it open: end that first.',
  [SQLITE_READONLY]: RIGHTS,
  [SQLITE_IOERR]: DISK,
  [SQLITE_FULL]: DISK,
  [SQLITE_CANTOPEN]: RIGHTS,
}

/** Tells later whether the file that is there now still is. */
export function watched(path: string): () => boolean {
  const opened = statSync(path, { throwIfNoEntry: false })
  return () => {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && found.ino === opened?.ino && found.dev === opened.dev
  }
}

/** SQLite keeps them beside the file itself, wherever a link to that is. */
const beside = (path: string, end: '-wal' | '-shm') => `${fileItself(path)}${end}`

/** Also what a link names that is not there. */
function fileItself(path: string): string {
  try {
    return existsSync(path) ? realpathSync(path) : resolve(dirname(path), readlinkSync(path))
  } catch {
    // It is no link.
    return path
  }
}

/** Asked before anything is done, so that whatever else the path may be stays as it is. */
function expectFile(path: string) {
  const found = statSync(path)
  if (!found.isFile())
    throw new OperatorError(
      `DATABASE_URL must name a file; ${path} is ${found.isDirectory() ? 'a folder' : 'none'}.`,
    )
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch (error) {
    throw unusable(path, 'may not be read and written', error)
  }
  // SQLite would take it for a new one, and remove the log.
  if (found.size === 0 && (statSync(beside(path, '-wal'), { throwIfNoEntry: false })?.size ?? 0) > 0)
    throw lost(path, 'empty')
}

function makeFile(path: string) {
  if (existsSync(beside(path, '-wal'))) throw lost(path, 'missing')
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw unusable(path, 'cannot be made', error)
  }
}

/** SQLite gave the files beside it the rights that the database had until now. */
function closeToOthers(path: string) {
  for (const file of [path, beside(path, '-wal'), beside(path, '-shm')]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0
    if (mode & 0o077) chmodSync(file, mode & 0o700)
  }
}

const lost = (path: string, how: string) =>
  new OperatorError(`${path} is ${how}, but its -wal file is there: restore it first.`)

const unusable = (path: string, words: string, error: unknown, hint = '') =>
  new OperatorError(`DATABASE_URL names ${path}, which ${words}: ${describeError(error)}. ${hint}`.trim())

function expectPragma(db: DatabaseSync, pragma: string, wanted: string | number) {
  const found = Object.values(db.prepare(`pragma ${pragma}`).get() ?? {})[0]
  if (found !== wanted) throw new Error(`${pragma} is ${String(found)}, not ${wanted}`)
}
