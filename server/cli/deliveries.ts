import '../lib/node-version.ts'
import { parseArgs } from 'node:util'
import { pluralize } from '../../desk/pluralize.ts'
import { isProjectId } from '../../questionnaire/project.ts'
import { environment, readConfig } from '../config/config.ts'
import { indexStatements } from '../desk/inbox/project-index.ts'
import { envChannels } from '../outbox/env-webhook.ts'
import type { Delivery } from '../store/delivery.ts'
import { expectDatabase } from '../store/describe-storage.ts'
import { openProjectStore } from '../store/open-store.ts'
import type { Message } from '../store/outbox.ts'
import type { ProjectStore } from '../store/project-store.ts'
import { print, runCommand, UsageError } from './run-command.ts'

const USAGE = `Usage: npm run deliveries                     list e-mails and webhook messages that are due, dead or suspicious
       npm run deliveries -- --retry ID       try again at once, or release a suspicious project
       npm run deliveries -- --retry all      try again what is due or dead
       npm run deliveries -- --hold           after a restore: stop sending what is due
       npm run deliveries -- --sent ID        mark a held or dead e-mail as sent
The id of a webhook message begins with msg_; --retry is all there is for it.`

await runCommand(USAGE, async (args) => {
  const { values, tokens } = parseArgs({
    tokens: true,
    args: withJoinedId(args),
    options: { retry: { type: 'string' }, sent: { type: 'string' }, hold: { type: 'boolean' } },
  })
  if (tokens.length > 1) throw new UsageError('One option at a time.')
  const { retry: id } = values
  if (id !== undefined && id !== 'all' && !isProjectId(id) && !isMessageId(id)) {
    throw new UsageError('--retry needs the id of a project or message, or all.')
  }
  if (values.sent !== undefined && !isProjectId(values.sent)) {
    throw new UsageError('--sent needs the id of a project.')
  }
  const { storage, webhook } = readConfig(environment())
  expectDatabase(storage)
  const store = await openProjectStore(storage, { indexStatements, channels: envChannels(webhook) })
  try {
    if (values.hold) await hold(store)
    else if (values.retry) await retry(store, values.retry)
    else if (values.sent) await settle(store, values.sent)
    else await list(store)
  } finally {
    await store.close()
  }
})

/** Joins an id to its option, because one that begins with a dash would be read as another option. */
function withJoinedId(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => arg === '--retry' || arg === '--sent')
  const id = args[at + 1] ?? ''
  return at >= 0 && isProjectId(id) ? args.toSpliced(at, 2, `${args[at]}=${id}`) : [...args]
}

async function list(store: ProjectStore) {
  let listed = 0
  for (const deliveries of [store.unsent(), store.suspicious()])
    for await (const delivery of deliveries) {
      print(lineOf(delivery))
      listed += 1
    }
  for await (const message of store.outbox.unsent()) {
    print(messageLine(message))
    listed += 1
  }
  if (listed === 0) print('Every project has been e-mailed.')
}

async function retry(store: ProjectStore, id: string) {
  const emails = isMessageId(id) ? 0 : await store.retry(id)
  const messages = isProjectId(id) ? 0 : await store.outbox.retry(id)
  const due = emails + messages
  const unsent = id === 'all' ? 'e-mail or message is unsent' : 'unsent e-mail or message has this id'
  if (due === 0) return print(`Nothing to retry: no ${unsent}, or it is being sent now.`)
  print(`${due} due now. A running server sends them within seconds.`)
}

async function hold(store: ProjectStore) {
  const held = await store.hold()
  if (held === 0) return print('Nothing to hold: every project has been e-mailed or is dead already.')
  print(
    `${held} held. Compare them with the mailbox, and use --retry or --sent for each. Until then deliveries.state in /readyz is red.`,
  )
}

async function settle(store: ProjectStore, id: string) {
  switch (await store.settle(id)) {
    case 'settled':
      return print('Marked as sent.')
    case 'none':
      return print('Nothing to mark: only an e-mail that is held or dead can be marked as sent.')
    case 'busy':
      throw new Error('It is being sent now. Wait a minute, and check whether it is still listed.')
  }
}

function lineOf({
  projectId,
  revision,
  queuedAt,
  attempts,
  nextAttemptAt,
  deadAt,
  lastError,
  suspicion,
}: Delivery): string {
  const saved = `${projectId}  revision ${revision}, saved ${queuedAt.toISOString()}`
  if (suspicion) return `${saved}, suspicious  ${suspicion}`
  return `${saved}, ${stateOf({ attempts, nextAttemptAt, deadAt })}  ${lastError}`
}

function isMessageId(id: string): boolean {
  return /^msg_[\w-]{1,96}$/.test(id) && !isProjectId(id)
}

function messageLine({ id, event, projectId, queuedAt, lastError, ...message }: Message): string {
  return `${id}  ${event} of ${projectId}, saved ${queuedAt.toISOString()}, ${stateOf(message)}  ${lastError}`
}

function stateOf({
  attempts,
  nextAttemptAt,
  deadAt,
}: Pick<Message, 'attempts' | 'nextAttemptAt' | 'deadAt'>) {
  const state = deadAt ? `dead since ${deadAt.toISOString()}` : `due ${nextAttemptAt?.toISOString() ?? ''}`
  return `${pluralize(attempts, 'attempt')}, ${state}`
}
