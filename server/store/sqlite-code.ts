export const SQLITE_BUSY = 5
export const SQLITE_READONLY = 8
export const SQLITE_IOERR = 10
export const SQLITE_FULL = 13
export const SQLITE_CANTOPEN = 14

/** SQLite's own number for what went wrong, without the details that it adds to it; 0 for any other error. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0
