import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts'
import { startDatabaseProxy } from '../../server/testing/tcp-proxy.ts'
import { Unavailable } from './fault.ts'
import type { Sandbox } from './sandbox.ts'

let shared: Promise<TestPostgres | string> | null = null

/** A new database in the PostgreSQL that all faults share, except those that break PostgreSQL itself. */
export async function newDatabase(): Promise<string> {
  shared ??= startPostgres()
  const postgres = await shared
  if (typeof postgres === 'string') throw new Unavailable(postgres)
  return postgres.newDatabase()
}

export async function closeSharedPostgres(): Promise<void> {
  const postgres = await shared
  if (postgres && typeof postgres !== 'string') await postgres.close()
}

export async function startOwnPostgres(sandbox: Sandbox): Promise<TestPostgres> {
  const postgres = await startPostgres()
  if (typeof postgres === 'string') throw new Unavailable(postgres)
  sandbox.defer(() => postgres.close())
  return postgres
}

/** A new database, and its address through a proxy. */
export async function newProxiedDatabase(sandbox: Sandbox) {
  const directUrl = await newDatabase()
  return { directUrl, ...(await startDatabaseProxy({ after: sandbox.defer }, directUrl)) }
}
