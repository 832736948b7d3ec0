import { OperatorError } from '../lib/errors.ts'
import { ENCODE } from './mail-url.ts'
import { pathFrom } from './path-from.ts'

export type StorageConfig =
  | { readonly driver: 'sqlite'; readonly path: string }
  | { readonly driver: 'postgres'; readonly url: string }
  | { readonly driver: 'firestore'; readonly projectId: string; readonly emulatorHost: string | null }

export function readDatabaseUrl(url: string, emulatorHost: string): StorageConfig {
  if (isSqliteUrl(url)) return { driver: 'sqlite', path: pathFrom('DATABASE_URL', url) }
  if (/^postgres(ql)?:\/\/./.test(url)) return { driver: 'postgres', url: postgresUrl(url) }
  const projectId = /^firestore:\/\/([a-z0-9][a-z0-9:.-]*)$/.exec(url)?.[1]
  if (projectId) return { driver: 'firestore', projectId, emulatorHost: hostAndPort(emulatorHost) }
  throw new OperatorError(
    'DATABASE_URL must be sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE or firestore://PROJECT_ID.',
  )
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

function hostAndPort(value: string): string | null {
  if (value === '') return null
  if (/^[^\s/@]+:\d+$/.test(value)) return value
  throw new OperatorError('FIRESTORE_EMULATOR_HOST must be a host and a port, such as 127.0.0.1:8080.')
}
