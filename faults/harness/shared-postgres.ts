import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts'
import { Unavailable } from './fault.ts'
import type { Sandbox } from './sandbox.ts'
import { startTcpProxy } from './tcp-proxy.ts'

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
  const address = new URL(directUrl)
  const proxy = await startTcpProxy(sandbox, Number(address.port))
  address.port = String(proxy.port)
  return { directUrl, url: address.href, proxy }
}
