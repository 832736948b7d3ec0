import { OperatorError } from '../lib/errors.ts'
import { firestoreProjectIn } from './firestore.ts'
import { ENCODE } from './mail-url.ts'
import { pathFrom } from './path-from.ts'

export type StorageConfig =
  | { readonly driver: 'sqlite'; readonly path: string }
  | { readonly driver: 'postgres'; readonly url: string }

export function readDatabaseUrl(url: string): StorageConfig {
  if (isSqliteUrl(url)) return { driver: 'sqlite', path: pathFrom('DATABASE_URL', url) }
  if (/^postgres(ql)?:\/\/./.test(url)) return { driver: 'postgres', url: postgresUrl(url) }
  const projectId = firestoreProjectIn(url)
  if (projectId)
    throw new OperatorError(
      `DATABASE_URL must be an SQL database. Set FIRESTORE_PROJECT=${projectId} to use Firestore in addition. To import its projects, remove DATABASE_URL or set it to postgres://…, stop every server, and run npm run import -- ${url}`,
    )
  throw new OperatorError('DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.')
}

/** The path follows directly; `sqlite://` would be followed by a host. */
export const isSqliteUrl = (url: string): boolean => /^sqlite:(?!\/\/)./.test(url)

/** Refuses a password that is not percent-encoded, because part of it would become the database's name. */
function postgresUrl(url: string): string {
  try {
    decodeURIComponent(url)
    const { hash, pathname, search } = new URL(url)
    if (hash === '' && !pathname.includes('@') && !/^[^=]*@/.test(search)) return url
  } catch {}
  throw new OperatorError(`DATABASE_URL cannot be read as postgres://USER:PASSWORD@HOST/DATABASE. ${ENCODE}`)
}
