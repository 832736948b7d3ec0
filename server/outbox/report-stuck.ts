import { describeError } from '../lib/errors.ts'
import { type ChannelKind, channelKinds } from './channel.ts'
import { STUCK_MS } from './message.ts'
import type { SendServices } from './send-message.ts'

const nouns: Readonly<Record<ChannelKind, readonly [one: string, several: string]>> = {
  document: ['document', 'documents'],
  specialist: ['email', 'emails'],
  homeowner: ['copy', 'copies'],
  webhook: ['webhook message', 'webhook messages'],
}

/** Alerts the operator to messages that are dead or have been due for too long. */
export async function reportStuck({ queue, alerts, log }: SendServices): Promise<void> {
  try {
    const counts = await queue.counts()
    for (const kind of channelKinds) {
      const { dead, stuck } = counts[kind]
      const [one, several] = nouns[kind]
      if (dead > 0)
        alerts.send(
          `${kind} dead`,
          `${dead} ${dead === 1 ? `${one} was` : `${several} were`} not sent after the last attempt: npm run messages`,
        )
      if (stuck > 0)
        alerts.send(
          `${kind} stuck`,
          `${stuck} ${stuck === 1 ? `${one} has` : `${several} have`} been waiting for more than ${STUCK_MS / 60_000} minutes: npm run messages`,
        )
    }
  } catch (error) {
    const reason = describeError(error)
    log.warn({ reason }, 'Messages could not be counted')
    alerts.send('store', `Messages could not be counted: ${reason}`)
  }
}
