import '../lib/node-version.ts'
import { environment, readConfig } from '../config/config.ts'
import { isSqliteUrl } from '../config/database-url.ts'
import { pathFrom } from '../config/path-from.ts'
import { describeStorage } from '../db/describe-storage.ts'
import { moveToPostgres } from '../db/move-to-postgres.ts'
import { OperatorError } from '../lib/errors.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run move -- sqlite:data/projects.db   moves all data to the PostgreSQL database in DATABASE_URL
                                                 Stop the server first.`

await runCommand(USAGE, async ([before = '', ...rest]) => {
  if (!isSqliteUrl(before) || rest.length > 0)
    throw new UsageError('move requires the former DATABASE_URL, such as sqlite:data/projects.db.')
  const path = pathFrom('move', before)
  const { storage } = readConfig(environment())
  if (storage.driver !== 'postgres')
    throw new OperatorError(
      'DATABASE_URL must be the PostgreSQL database to move to. Moving to SQLite is not possible.',
    )

  const counts = await moveToPostgres(path, storage.url)
  print(`Moved from ${path} to ${describeStorage(storage)}:`)
  for (const [rows, count] of counts) print(`${String(count).padStart(9)} ${rows}`)
  print(`Start the server with this DATABASE_URL. Never start one with ${before} again, because it would send due messages a second time.
${path} still contains all names and addresses. Remove it when you no longer need it.`)
})
