import './node-version.ts'
import { parseArgs } from 'node:util'
import { isProjectId } from '../questionnaire/project.ts'
import { environment, readConfig } from './config.ts'
import { runCommand, UsageProblem, write } from './run-command.ts'
import type { Delivery } from './store/delivery.ts'
import { expectDatabase, openProjectStore, type ProjectStore } from './store/project-store.ts'

const USAGE = `Usage: npm run deliveries                       what is due or dead
       npm run deliveries -- --retry ID|all   try again at once
       npm run deliveries -- --hold           after a restore: send nothing until --retry`

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({
    args: withJoinedId(args),
    options: { retry: { type: 'string' }, hold: { type: 'boolean' } },
  })
  if (values.retry !== undefined && values.retry !== 'all' && !isProjectId(values.retry)) {
    throw new UsageProblem('--retry wants the id of a project, or all.')
  }
  const { storage } = readConfig(environment())
  expectDatabase(storage)
  const store = await openProjectStore(storage)
  try {
    await (values.hold ? hold(store) : values.retry ? retry(store, values.retry) : list(store))
  } finally {
    await store.close()
  }
})

/** An id may begin with a dash, and is then taken for another option unless it is joined to its own. */
function withJoinedId(args: readonly string[]): string[] {
  const at = args.indexOf('--retry')
  const id = args[at + 1] ?? ''
  return at >= 0 && isProjectId(id) ? args.toSpliced(at, 2, `--retry=${id}`) : [...args]
}

async function list(store: ProjectStore) {
  let listed = 0
  for await (const delivery of store.unsent()) {
    write(lineOf(delivery))
    listed += 1
  }
  if (listed === 0) write('Every project has been e-mailed.')
}

async function retry(store: ProjectStore, id: string) {
  write(`${await store.retry(id)} due now. A running server sends them within seconds.`)
}

async function hold(store: ProjectStore) {
  write(`${await store.hold()} held. They are sent after: npm run deliveries -- --retry ID|all`)
}

function lineOf({
  projectId,
  revision,
  queuedAt,
  attempts,
  nextAttemptAt,
  deadAt,
  lastError,
}: Delivery): string {
  const state = deadAt ? `dead since ${deadAt.toISOString()}` : `due ${nextAttemptAt?.toISOString() ?? ''}`
  return `${projectId}  revision ${revision}, saved ${queuedAt.toISOString()}, ${attempts} attempts, ${state}  ${lastError}`
}
