import type { StorageConfig } from '../config/database-url.ts'
import type { DatabaseOptions, OpenDatabase } from './database.ts'

/** Opens the database, which is closed by `close` or at the end of an `await using` block. */
export async function openDatabase(
  config: StorageConfig,
  options?: DatabaseOptions,
): Promise<OpenDatabase & AsyncDisposable> {
  const db = await open(config, options)
  return { ...db, [Symbol.asyncDispose]: () => db.close() }
}

/** Loads only the driver that is used, so the other's package may be missing. */
async function open(config: StorageConfig, options?: DatabaseOptions): Promise<OpenDatabase> {
  switch (config.driver) {
    case 'sqlite':
      return (await import('./sqlite/open-sqlite.ts')).openSqlite(config.path, options)
    case 'postgres':
      return (await import('./postgres/open-postgres.ts')).openPostgres(config.url, options)
  }
}
