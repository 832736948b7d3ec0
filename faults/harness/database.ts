import { readConfig } from '../../server/config/config.ts'
import type { Environment } from '../../server/config/secret-files.ts'
import type { OpenDatabase } from '../../server/db/database.ts'
import { openDatabase } from '../../server/db/open-database.ts'
import { createQueue, type Queue, sumOf } from '../../server/outbox/queue.ts'
import { jsonLines, projectsSince } from '../../server/projects/export-projects.ts'
import { eventually } from '../../server/testing/server-process.ts'
import type { ExportedProject } from './oracle.ts'

export type { Environment }

interface Opened {
  readonly db: OpenDatabase
  readonly queue: Queue
}

/** Opens the database of the settings, in parallel to the server, and closes it after use. */
export async function withDatabase<T>(env: Environment, use: (opened: Opened) => Promise<T>): Promise<T> {
  const db = await openDatabase(readConfig(env).storage)
  try {
    return await use({ db, queue: createQueue(db) })
  } finally {
    await db.close()
  }
}

/** What `npm run --silent projects` prints, parsed. */
export async function exportProjects({ db }: Pick<Opened, 'db'>): Promise<readonly ExportedProject[]> {
  const projects: ExportedProject[] = []
  for await (const line of jsonLines(projectsSince(db, new Date(0)))) projects.push(JSON.parse(line))
  return projects
}

/** Waits until no message is due. Returns false if that takes too long. */
export const isDrained = ({ queue }: Opened, ms: number): Promise<boolean> =>
  eventually(async () => sumOf(Object.values(await queue.counts())).due === 0, ms).then(
    () => true,
    () => false,
  )

const MINUTE = 60_000

/**
 * Moves the clock until everything has been sent. An hourly retry waits at most an hour and a half; an attempt that fails
 * while the clock moves waits that long again.
 */
export async function isDrainedLater(env: Environment, moveClock: (ms: number) => void): Promise<boolean> {
  for (let turn = 0; turn < 5; turn++) {
    moveClock(90 * MINUTE)
    if (await withDatabase(env, (opened) => isDrained(opened, 2 * MINUTE))) return true
  }
  return false
}
