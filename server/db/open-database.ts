import type { StorageConfig } from '../config/database-url.ts'
import type { DatabaseOptions, OpenDatabase } from './database.ts'

/** Loads only the driver that is used, so the other's package may be missing. */
export async function openDatabase(config: StorageConfig, options?: DatabaseOptions): Promise<OpenDatabase> {
  switch (config.driver) {
    case 'sqlite':
      return (await import('./sqlite/open-sqlite.ts')).openSqlite(config.path, options)
    case 'postgres':
      return (await import('./postgres/open-postgres.ts')).openPostgres(config.url, options)
  }
}
