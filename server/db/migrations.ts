import { OperatorError } from '../lib/errors.ts'
import type { DialectName } from './database.ts'
import { migrations } from './migrations/list.ts'
import { deliveriesTable, projectsTable, type Table } from './schema.ts'

/** From this version on, every project has a row in `desk_projects` and is in the search index. */
const INDEXED_VERSION = 3

export const LATEST_VERSION = migrations.length

/** Up to this version, the emails to the specialist had their own table. */
const LAST_WITH_DELIVERIES = 9

export const CREATE_VERSIONS =
  'create table if not exists schema_versions (version integer primary key, applied_at text not null)'

export const SELECT_VERSION = 'select coalesce(max(version), 0) as version from schema_versions'

interface Pending {
  /** Before the statements, create these tables, or add missing columns. */
  readonly tables: readonly Table[]
  readonly statements: readonly string[]
  /** After the statements, index all projects. */
  readonly mustIndex: boolean
}

/** The steps from this version to the latest one, to run in one transaction. */
export function migrationsAfter(version: number, dialect: DialectName): Pending {
  if (version > LATEST_VERSION)
    throw new OperatorError(
      `The database has schema version ${version}, but this server supports versions up to ${LATEST_VERSION}. Start the newer server again, or restore a backup from before the update.`,
    )
  const statements = migrations
    .slice(version)
    .flatMap((migration, index) => [...migration(dialect), recordVersion(version + index + 1)])
  const hasDeliveries = version <= LAST_WITH_DELIVERIES
  const tables = [projectsTable(dialect), ...(hasDeliveries ? [deliveriesTable(dialect)] : [])]
  return { tables, statements, mustIndex: version < INDEXED_VERSION }
}

const recordVersion = (version: number) =>
  `insert into schema_versions (version, applied_at) values (${version}, '${new Date().toISOString()}')`
