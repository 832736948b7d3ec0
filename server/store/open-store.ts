import type { StorageConfig } from '../config/database-url.ts'
import { createProjectStore } from './create-project-store.ts'
import type { Driver } from './driver.ts'
import type { ProjectStore } from './project-store.ts'
import type { SqlStoreOptions } from './sql/index-statements.ts'

interface StoreOptions extends SqlStoreOptions {
  /** With Firestore: the channels that messages are queued for. */
  readonly channels?: readonly string[]
}

export const openProjectStore = async (config: StorageConfig, options: StoreOptions): Promise<ProjectStore> =>
  createProjectStore(await openDriver(config, options))

/** A driver is loaded only when it is chosen, so its package may be absent otherwise. */
export async function openDriver(config: StorageConfig, options: StoreOptions): Promise<Driver> {
  switch (config.driver) {
    case 'sqlite':
      return (await import('./sqlite/open-sqlite.ts')).openSqlite(config.path, options)
    case 'postgres':
      return (await import('./postgres/open-postgres.ts')).openPostgres(config.url, options)
    case 'firestore':
      return (await import('./firestore/open-firestore.ts')).openFirestore(config, options)
  }
}
