import type { StorageConfig } from '../config/database-url.ts'
import { createProjectStore } from './create-project-store.ts'
import type { Driver } from './driver.ts'
import type { ProjectStore } from './project-store.ts'

export const openProjectStore = async (config: StorageConfig): Promise<ProjectStore> =>
  createProjectStore(await openDriver(config))

/** A driver is loaded only when it is chosen, so its package may be absent otherwise. */
export async function openDriver(config: StorageConfig): Promise<Driver> {
  switch (config.driver) {
    case 'sqlite':
      return (await import('./sqlite/open-sqlite.ts')).openSqlite(config.path)
    case 'postgres':
      return (await import('./postgres/open-postgres.ts')).openPostgres(config.url)
    case 'firestore':
      return (await import('./firestore/open-firestore.ts')).openFirestore(config)
  }
}
