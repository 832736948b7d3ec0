import type { Fault, Group } from '../harness/fault.ts'
import { brokenLogs } from './broken-log.ts'
import { startTogether } from './concurrent-start.ts'
import { corruptFile } from './corrupt-file.ts'
import { breakFirestore } from './firestore.ts'
import { breakPostgres } from './postgres.ts'
import { powerCut } from './power-cut.ts'
import { readOnly } from './read-only.ts'
import { restoreOlder } from './restore-backup.ts'
import { breakSqlite } from './sqlite.ts'
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
