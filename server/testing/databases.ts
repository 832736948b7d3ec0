import { after, describe, type TestContext } from 'node:test'
import type { Clock, OpenDatabase } from '../db/database.ts'
import { openPostgres } from '../db/postgres/open-postgres.ts'
import { openSqlite } from '../db/sqlite/open-sqlite.ts'
import { newSqlite } from './new-sqlite.ts'
import { sharePostgres, type TestDatabases } from './postgres.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Makes a new database, and returns a function that opens it, each time as another server would. */
export type NewDatabase = (t: TestContext) => Promise<(clock?: Clock) => OpenDatabase>

/** Defines tests for SQLite and for PostgreSQL, which are skipped where there is none. */
export async function onEveryEngine(
  title: string,
  define: (newDatabase: NewDatabase, engine: string) => void,
) {
  const postgres = await sharePostgres()
  after(async () => {
    if (typeof postgres !== 'string') await postgres.close()
  })
  // Copied, because creating the tables takes longer.
  let migrated: Promise<string> | undefined
  const engines: Record<string, NewDatabase | string> = {
    SQLite: async (t) => {
      const path = await newSqlite(await temporaryDirectory(t))
      return (clock) => openSqlite(path, clock ? { clock } : {})
    },
    PostgreSQL:
      typeof postgres === 'string'
        ? postgres
        : async () => {
            migrated ??= postgres.newDatabase().then(migrate)
            const url = await postgres.newDatabase(await migrated)
            return (clock) => openPostgres(url, clock ? { clock } : {})
          },
  }
  for (const [engine, newDatabase] of Object.entries(engines)) {
    const skip = typeof newDatabase === 'string' ? newDatabase : false
    describe(`${title} on ${engine}`, { skip }, () => {
      if (typeof newDatabase !== 'string') define(newDatabase, engine)
    })
  }
}

/** Defines tests for PostgreSQL, which are skipped where there is none. They share it unless they start their own. */
export async function onPostgres<Databases extends TestDatabases>(
  title: string,
  define: (postgres: Databases) => void,
  start: () => Promise<Databases | string>,
) {
  const postgres = await start()
  describe(title, { skip: typeof postgres === 'string' ? postgres : false }, () => {
    if (typeof postgres === 'string') return
    after(() => postgres.close())
    define(postgres)
  })
}

async function migrate(url: string): Promise<string> {
  const db = openPostgres(url)
  await db.check()
  await db.close()
  return url
}
