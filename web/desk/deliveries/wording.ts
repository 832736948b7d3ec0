import type { Backup, MessageChannel, UnsentMessage } from '../../../desk/api.ts'
import { pluralize } from '../../../desk/pluralize.ts'
import { failureText } from '../ui/failure-text.ts'
import { timestampInSentence } from '../ui/wording.ts'

/** What a message is, its state and the reason in plain words, and the detail for the operator. */
export function messageText(message: UnsentMessage) {
  const { channel, state, attempts, reason } = message
  const thing = channelTexts[channel](message)
  const after = attempts > 0 ? ` after ${pluralize(attempts, 'attempt')}` : ''
  const why = failureText(reason) && ` ${failureText(reason)}`
  if (state === 'dead') return { thing, after, plain: `The ${thing} was not sent.${why}`, detail: reason }
  // A retry resets the attempts but keeps the old reason, which no longer applies.
  if (attempts === 0) return { thing, after, plain: `The ${thing} is about to be sent.`, detail: '' }
  return { thing, after, plain: `The ${thing} could not be sent yet.${why}`, detail: reason }
}

const channelTexts: Readonly<Record<MessageChannel, (message: UnsentMessage) => string>> = {
  document: ({ event }) => (event === 'project.erased' ? 'request to delete the document' : 'document'),
  specialist: () => 'email to the specialist',
  homeowner: () => 'copy for the homeowner',
  webhook: ({ event, receiver }) => `message ${event} to the webhook ${receiver}`,
}

/** The time of the last backup, or null if backups are off. */
export function backupText({ state, at }: Backup, timeZone: string, now = new Date()): string | null {
  if (state === 'none') return null
  const last = at === null ? 'none' : timestampInSentence(at, timeZone, now)
  return `Last backup: ${last}${state === 'failed' ? '. Backups are failing. Ask the operator.' : ''}`
}
