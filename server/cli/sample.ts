import '../lib/node-version.ts'
import { parseArgs } from 'node:util'
import { pluralize } from '../../desk/pluralize.ts'
import { environment, readConfig } from '../config/config.ts'
import { expectDatabase, newFileNote } from '../db/describe-storage.ts'
import { openDatabase } from '../db/open-database.ts'
import { makeSamples, removeSamples } from '../desk/samples/sample-projects.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const MOST = 1_000_000
const USAGE = `Usage: npm run sample -- 200        creates this many projects for trying the desk; nothing is emailed
       npm run sample -- --remove   removes all of them`

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { remove: { type: 'boolean' } },
  })
  const [text = '', ...rest] = positionals
  const count = Number(text)
  const isCount = rest.length === 0 && /^\d+$/.test(text) && count > 0 && count <= MOST
  if (values.remove ? positionals.length > 0 : !isCount) {
    throw new UsageError(`sample needs a number up to ${MOST}, or --remove.`)
  }
  const { storage } = readConfig(environment())
  if (values.remove) expectDatabase(storage)
  const note = newFileNote(storage)
  await using db = await openDatabase(storage)
  if (values.remove) print(`${pluralize(await removeSamples(db), 'sample project')} removed.`)
  else {
    await makeSamples(db, count, new Date())
    print(`${pluralize(count, 'sample project')} created. To remove them: npm run sample -- --remove`)
    if (note) print(note)
  }
})
