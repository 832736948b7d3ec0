import '../lib/node-version.ts'
import { parseArgs } from 'node:util'
import { pluralize } from '../../desk/pluralize.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { type Config, environment, readConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { expectDatabase } from '../db/describe-storage.ts'
import { openDatabase } from '../db/open-database.ts'
import { projectFrom } from '../db/project-statements.ts'
import { queryAs } from '../db/rows.ts'
import { sql } from '../db/sql.ts'
import { createSettings } from '../db/stored-settings.ts'
import type { Message } from '../outbox/message.ts'
import { createQueue, type Queue } from '../outbox/queue.ts'
import { latestChannelsOf } from '../projects/project-services.ts'
import { OPERATOR, releaseProject } from '../projects/release-project.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run messages                     list due and dead messages, and suspicious projects
       npm run messages -- --retry ID       retry now
       npm run messages -- --retry all      retry all due and dead messages now
       npm run messages -- --release ID     move a suspicious project to the inbox, and send its email
       npm run messages -- --hold           after a restore: hold all due messages, except documents
       npm run messages -- --sent ID        mark a held or dead message as sent
ID is the id of a message, which begins with msg_, or of a project. With a project's id, --retry applies to all its
messages, and --sent to its email.`

await runCommand(USAGE, async (args) => {
  const { values, tokens } = parseArgs({
    tokens: true,
    args: withJoinedId(args),
    options: {
      retry: { type: 'string' },
      release: { type: 'string' },
      sent: { type: 'string' },
      hold: { type: 'boolean' },
    },
  })
  if (tokens.length > 1) throw new UsageError('Use one option at a time.')
  const { retry, release, sent } = values
  if (retry !== undefined && retry !== 'all' && !isId(retry))
    throw new UsageError('--retry requires the id of a project or message, or all.')
  if (release !== undefined && !isProjectId(release))
    throw new UsageError('--release requires the id of a project.')
  if (sent !== undefined && !isId(sent))
    throw new UsageError('--sent requires the id of a project or message.')
  const config = readConfig(environment())
  expectDatabase(config.storage)
  await using db = await openDatabase(config.storage)
  const queue = createQueue(db)
  if (values.hold) await hold(queue)
  else if (retry) await retryNow(queue, retry)
  else if (release) await releaseOne(release, db, config)
  else if (sent) await settle(queue, sent)
  else await list(queue, db)
})

/** Joins an id to its option, because an id that begins with a dash would be parsed as another option. */
function withJoinedId(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => ['--retry', '--release', '--sent'].includes(arg))
  const id = args[at + 1] ?? ''
  return at >= 0 && isProjectId(id) ? args.toSpliced(at, 2, `${args[at]}=${id}`) : [...args]
}

async function list(queue: Queue, db: Database) {
  let listed = 0
  for await (const message of queue.unsent()) {
    print(lineOf(message))
    listed += 1
  }
  const suspicious = sql`select * from projects where suspicion <> '' order by "createdAt", id`
  for await (const { id, createdAt, suspicion } of db.stream(queryAs(suspicious, projectFrom))) {
    print(`${id}  saved ${createdAt.toISOString()}, suspicious  ${suspicion}`)
    listed += 1
  }
  if (listed === 0) print('Everything has been sent.')
}

async function retryNow(queue: Queue, id: string) {
  const due = await queue.retry(id)
  const unsent = id === 'all' ? 'everything has been sent' : 'there is no unsent message with this id'
  if (due === 0) return print(`Nothing to retry: ${unsent}, or it is being sent now.`)
  print(`${due} due now. A running server sends them within seconds.`)
}

async function releaseOne(id: string, db: Database, config: Config) {
  const settings = createSettings(db, config)
  await settings.load()
  const services = { db, settings: settings.current, latestChannels: latestChannelsOf(config) }
  const isReleased = await releaseProject(id, OPERATOR, services)
  print(
    isReleased
      ? 'Released. A running server sends its email within seconds.'
      : 'Nothing to release: there is no suspicious project with this id.',
  )
}

async function hold(queue: Queue) {
  const held = await queue.hold()
  if (held === 0) return print('Nothing to hold: all messages are sent or dead.')
  print(
    `${held} held. Compare them with the mailbox, and use --retry or --sent for each. Until then, messages.state in /readyz is red.`,
  )
}

async function settle(queue: Queue, id: string) {
  switch (await queue.settle(id)) {
    case 'settled':
      return print('Marked as sent.')
    case 'none':
      return print('Nothing to mark: only held or dead messages can be marked as sent.')
    case 'busy':
      throw new Error('The message is being sent now. Wait a minute, and check whether it is still listed.')
  }
}

// Hoisted, because the command runs while this module is still loading.
function isId(id: string): boolean {
  return isProjectId(id) || /^msg_[\w-]{1,96}$/.test(id)
}

function lineOf({ id, channel, event, projectId, queuedAt, attempts, ...message }: Message): string {
  const { deadAt, nextAttemptAt, lastError } = message
  const state = deadAt ? `dead since ${deadAt.toISOString()}` : `due ${nextAttemptAt?.toISOString() ?? ''}`
  return `${id}  ${channel}, ${event} of ${projectId}, saved ${queuedAt.toISOString()}, ${pluralize(attempts, 'attempt')}, ${state}  ${lastError}`
}
