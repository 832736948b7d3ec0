import '../lib/node-version.ts'
import { pluralize } from '../../desk/pluralize.ts'
import { environment, readConfig } from '../config/config.ts'
import { firestoreProjectIn, readFirestore } from '../config/firestore.ts'
import { describeStorage } from '../db/describe-storage.ts'
import { openDatabase } from '../db/open-database.ts'
import { OperatorError } from '../lib/errors.ts'
import { createFirestoreClient } from '../outbox/channels/firestore-client.ts'
import { importFirestore } from '../projects/import-firestore.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run import -- firestore://PROJECT_ID   copies the projects of an earlier version to the database in
                                                  DATABASE_URL. Stop every server first.`

await runCommand(USAGE, async ([before = '', ...rest]) => {
  const env = environment()
  const firestore = readFirestore(firestoreProjectIn(before) ?? '', env.FIRESTORE_EMULATOR_HOST?.trim() ?? '')
  if (!firestore || rest.length > 0)
    throw new UsageError('import requires the former DATABASE_URL, such as firestore://my-kitchens.')
  const { projectId } = firestore
  const { storage, firestore: current, webhook } = readConfig(env)
  // Otherwise new documents would be written to another Firestore project.
  if (current && current.projectId !== projectId)
    throw new OperatorError(
      `FIRESTORE_PROJECT must be ${projectId}, which has the documents of these projects.`,
    )

  const place = describeStorage(storage)
  await using db = await openDatabase(storage)
  const client = createFirestoreClient(firestore)
  const imported = await importFirestore(projectId, { db, client, webhook })
  const { projects, skipped, messages, leftBehind } = imported
  print(
    `Imported ${pluralize(projects, 'project')} and ${pluralize(messages, 'webhook message')} from ${before} to ${place}.`,
  )
  if (skipped > 0) print(`Skipped ${pluralize(skipped, 'project')} that had been imported or erased before.`)
  if (leftBehind > 0)
    print(
      `${pluralize(leftBehind, 'webhook message')} remained in Firestore. To include them, set WEBHOOK_URL and WEBHOOK_SECRET as before, and run this command again.`,
    )
  print(`Start the server with FIRESTORE_PROJECT=${projectId}. Never start an earlier version with ${before} again: it would send due
emails a second time.`)
})
