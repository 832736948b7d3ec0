import { describeError } from '../lib/errors.ts'
import type { Alerts } from '../monitoring/alerts.ts'
import type { Log } from '../monitoring/log.ts'
import type { ChannelKind } from './channel.ts'
import { STUCK_MS } from './message.ts'
import type { Queue } from './queue.ts'

interface ReportServices {
  readonly queue: Queue
  readonly alerts: Alerts
  readonly log: Log
}

const names = {
  document: ['document was', 'documents were', 'document has', 'documents have'],
  specialist: ['e-mail was', 'e-mails were', 'e-mail has', 'e-mails have'],
  homeowner: ['copy was', 'copies were', 'copy has', 'copies have'],
  webhook: ['webhook message was', 'webhook messages were', 'webhook message has', 'webhook messages have'],
} as const satisfies Record<ChannelKind, readonly string[]>

/** Alerts the operator to messages that are dead or have been due for too long. */
export async function reportStuck({ queue, alerts, log }: ReportServices): Promise<void> {
  try {
    for (const [kind, { dead, stuck }] of Object.entries(await queue.counts())) {
      const [was, were, has, have] = names[kind as ChannelKind]
      if (dead > 0)
        alerts.send(`${kind} dead`, `${dead} ${dead === 1 ? was : were} given up: npm run messages`)
      if (stuck > 0)
        alerts.send(
          `${kind} stuck`,
          `${stuck} ${stuck === 1 ? has : have} been waiting for more than ${STUCK_MS / 60_000} minutes: npm run messages`,
        )
    }
  } catch (error) {
    const reason = describeError(error)
    log.warn({ reason }, 'Messages could not be counted')
    alerts.send('store', `Messages could not be counted: ${reason}`)
  }
}
