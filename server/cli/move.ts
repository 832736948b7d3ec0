import '../lib/node-version.ts'
import { environment, readConfig } from '../config/config.ts'
import { isSqliteUrl } from '../config/database-url.ts'
import { pathFrom } from '../config/path-from.ts'
import { indexStatements, searchTextOf } from '../desk/inbox/project-index.ts'
import { OperatorError } from '../lib/errors.ts'
import { describeStorage } from '../store/describe-storage.ts'
import { moveToPostgres } from '../store/move-to-postgres.ts'
import { runCommand, UsageError, write } from './run-command.ts'

const USAGE = `Usage: npm run move -- sqlite:data/projects.db   moves all of it to the PostgreSQL that DATABASE_URL names
                                                 Stop the server first.`

await runCommand(USAGE, async ([before = '', ...rest]) => {
  if (!isSqliteUrl(before) || rest.length > 0)
    throw new UsageError('move wants what DATABASE_URL was before, such as sqlite:data/projects.db.')
  const path = pathFrom('move', before)
  const { storage } = readConfig(environment())
  if (storage.driver !== 'postgres')
    throw new OperatorError(
      'DATABASE_URL must name the PostgreSQL to move to: nothing is moved to SQLite or Firestore.',
    )

  const counts = await moveToPostgres(path, storage.url, { indexStatements, searchTextOf })
  write(`Moved from ${path} to ${describeStorage(storage)}:`)
  for (const [rows, count] of counts) write(`${String(count).padStart(9)} ${rows}`)
  write(`Start the server with this DATABASE_URL, and none with ${before} again: it would send what is due once more.
${path} was left as it is, with all names and addresses: remove it when you no longer need it.`)
})
