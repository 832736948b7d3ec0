import type { Backup, MessageChannel, UnsentMessage } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { timestampInSentence } from '../ui/wording.ts'

/** What a message is, its state in plain words, and the detail for the operator. */
export function messageText(message: UnsentMessage) {
  const { channel, state, attempts, reason } = message
  const thing = channelTexts[channel](message)
  const after = attempts > 0 ? ` after ${pluralize(attempts, 'attempt')}` : ''
  if (state === 'dead') return { thing, after, plain: `The ${thing} was not sent.`, detail: reason }
  // A retry resets the attempts and keeps the old reason, which no longer applies.
  if (attempts === 0) return { thing, after, plain: `The ${thing} is about to be sent.`, detail: '' }
  return { thing, after, plain: `The ${thing} could not be sent yet.`, detail: reason }
}

const channelTexts: Readonly<Record<MessageChannel, (message: UnsentMessage) => string>> = {
  document: ({ event }) => (event === 'project.erased' ? 'deletion of the document' : 'document'),
  specialist: () => 'e-mail to the specialist',
  homeowner: () => 'copy for the homeowner',
  webhook: ({ event, receiver }) => `message ${event} to the webhook ${receiver}`,
}

/** The last backup, or null if the server makes none. */
export function backupText({ state, at }: Backup, timeZone: string, now = new Date()): string | null {
  if (state === 'none') return null
  const last = at === null ? 'none' : timestampInSentence(at, timeZone, now)
  return `Last backup: ${last}${state === 'failed' ? '. Backups are failing. Ask the operator.' : ''}`
}
