import { existsSync } from 'node:fs'
import type { StorageConfig } from '../config/database-url.ts'
import type { ProjectStore } from './project-store.ts'

/** What to tell whoever starts a server without projects beside the file that an earlier one kept; otherwise null. */
export async function leftBehindWarning(
  storage: StorageConfig,
  store: ProjectStore,
  file: string,
): Promise<string | null> {
  if (storage.driver !== 'postgres' || !existsSync(file)) return null
  for await (const _ of store.projects()) return null
  return `PostgreSQL has no project yet, and ${file} is there. To have all that is in it, stop every server, name an empty database and run npm run move -- sqlite:${file}`
}
