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
      `DATABASE_URL must name an SQL database, and FIRESTORE_PROJECT=${projectId} the document database beside it. To take over its projects, remove DATABASE_URL or set it to postgres://…, stop every server, and run npm run import -- ${url}`,
    )
  throw new OperatorError('DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE.')
}

/** The path follows at once; after `sqlite://` there would be a host. */
export const isSqliteUrl = (url: string): boolean => /^sqlite:(?!\/\/)./.test(url)

/** Refuses a password that is not percent-encoded: part of it would become the name of the database. */
function postgresUrl(url: string): string {
  try {
    decodeURIComponent(url)
    const { hash, pathname, search } = new URL(url)
    if (hash === '' && !pathname.includes('@') && !/^[^=]*@/.test(search)) return url
  } catch {}
  throw new OperatorError(`DATABASE_URL cannot be read as postgres://USER:PASSWORD@HOST/DATABASE. ${ENCODE}`)
}
