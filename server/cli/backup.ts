import '../lib/node-version.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { environment, readConfig } from '../config/config.ts'
import { describeStorage, expectDatabase } from '../db/describe-storage.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run backup -- FILE   copies the SQLite database in DATABASE_URL
                              The server may be running.`

await runCommand(USAGE, async ([file = '', ...rest]) => {
  if (file === '' || file.startsWith('-') || rest.length > 0)
    throw new UsageError('backup needs the name of a new file.')
  const config = readConfig(environment())
  expectDatabase(config.storage)
  const bytes = await makeBackup(config, file)
  const kind = config.backupPassphrase === null ? 'not encrypted' : 'encrypted'
  print(
    `Backed up ${describeStorage(config.storage)} to ${file}: ${(bytes / 1e6).toFixed(1)} MB, ${kind}, checked.`,
  )
})
