import { type Environment, readConfig } from '../../server/config/config.ts'
import { indexStatements } from '../../server/desk/inbox/project-index.ts'
import { jsonLines } from '../../server/projects/export-projects.ts'
import { openProjectStore } from '../../server/store/open-store.ts'
import type { ProjectStore } from '../../server/store/project-store.ts'
import type { ExportedProject } from './oracle.ts'

export type { Environment }

/** Opens the store that the settings name, beside the server, and closes it after use. */
export async function withStore<T>(env: Environment, use: (store: ProjectStore) => Promise<T>): Promise<T> {
  const store = await openProjectStore(readConfig(env).storage, { indexStatements })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

/** What `npm run --silent projects` prints, parsed. */
export async function exportProjects(store: ProjectStore): Promise<readonly ExportedProject[]> {
  const projects: ExportedProject[] = []
  for await (const line of jsonLines(store.projects())) projects.push(JSON.parse(line))
  return projects
}
