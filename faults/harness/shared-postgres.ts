import { startPostgres, type TestPostgres } from '../../server/testing/postgres.ts'
import { NotHere } from './fault.ts'

let postgres: Promise<TestPostgres | string> | null = null

/** One PostgreSQL for all faults that do not break it itself; each asks for a database of its own. */
function sharedPostgres(): Promise<TestPostgres | string> {
  postgres ??= startPostgres()
  return postgres
}

export async function closeSharedPostgres(): Promise<void> {
  const running = await postgres
  if (running && typeof running !== 'string') await running.close()
}

export async function databaseOfItsOwn(): Promise<string> {
  const running = await sharedPostgres()
  if (typeof running === 'string') throw new NotHere(running)
  return running.newDatabase()
}
