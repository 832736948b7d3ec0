import { breakFirestore } from './break-firestore.ts'
import { breakPostgres } from './break-postgres.ts'
import { breakSqlite } from './break-sqlite.ts'
import { brokenLogs } from './broken-log.ts'
import { corruptFile } from './corrupt-file.ts'
import type { Fault, Group } from './fault.ts'
import { powerCut } from './power-cut.ts'
import { readOnly } from './read-only.ts'
import { restoreOlder } from './restore-older.ts'
import { startTogether } from './start-together.ts'
import { tornWrites } from './torn-writes.ts'

const named = (kind: string, faults: readonly Fault[]) =>
  faults.map((fault) => ({ ...fault, name: `${kind}: ${fault.name}` }))

export const storeGroup: Group = {
  name: 'store',
  title: 'Store',
  faults: [
    ...named('PostgreSQL', [...breakPostgres, startTogether]),
    ...breakFirestore,
    ...named('SQLite', [...breakSqlite, corruptFile, ...readOnly, powerCut, tornWrites]),
    ...restoreOlder,
    ...brokenLogs,
  ],
  atOnce: 3,
}
