import '../lib/node-version.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { environment, readConfig } from '../config/config.ts'
import { describeStorage } from '../db/describe-storage.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run restore -- FILE   restores a backup to the SQLite file in DATABASE_URL
                               Stop every server first.`

await runCommand(USAGE, async ([file = '', ...rest]) => {
  if (file === '' || file.startsWith('-') || rest.length > 0)
    throw new UsageError('restore requires the name of a backup.')
  const config = readConfig(environment())
  await restoreBackup(config, file)
  print(`Restored ${file} to ${describeStorage(config.storage)}.
Before you start the server, hold the messages that may have been sent since: npm run messages -- --hold
Then continue with "Restore a backup" in docs/operations.md.`)
})
