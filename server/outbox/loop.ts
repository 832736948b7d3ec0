import { describeError } from '../lib/errors.ts'
import { runEvery } from '../lib/run-every.ts'
import { channelRules, kindOf } from './channel.ts'
import { reportStuck } from './report-stuck.ts'
import { type SendServices, sendMessage } from './send-message.ts'

const PAUSE_MS = 1000
const MAX_IDLE_PAUSE_MS = 5000
const MAX_FAILURE_PAUSE_MS = 60_000
const REPORT_INTERVAL_MS = 60_000

/**
 * Sends due messages until stopped. Channels are sent independently, so a slow one does not delay the others. A message
 * that keeps failing becomes due less and less often, so it does not block the others. `stop` resolves once the messages
 * in progress have finished.
 */
export function startOutboxLoop(services: SendServices): { stop(): Promise<void> } {
  const { queue, log } = services
  const sending = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let pauseMs = PAUSE_MS

  async function poll() {
    try {
      const channels = await queue.dueChannels()
      for (const channel of channels) if (!sending.has(channel)) begin(channel)
      pauseMs = channels.length > 0 ? PAUSE_MS : Math.min(pauseMs * 1.5, MAX_IDLE_PAUSE_MS)
    } catch (error) {
      pauseMs = Math.min(pauseMs * 1.5, MAX_FAILURE_PAUSE_MS)
      log.warn({ reason: describeError(error) }, 'The outbox could not be read')
    }
    if (!isStopped) schedule()
  }

  function begin(channel: string) {
    const work = sendAllDue(channel)
      .catch((error: unknown) => log.warn({ reason: describeError(error) }, 'The outbox failed'))
      .finally(() => sending.delete(channel))
    sending.set(channel, work)
  }

  async function sendAllDue(channel: string) {
    const { concurrency } = channelRules[kindOf(channel)]
    while (!isStopped) {
      const claimed = await queue.claimDue(channel, concurrency)
      if (claimed.length === 0) return
      // Wait for all of them, then throw the first error.
      const results = await Promise.allSettled(claimed.map((one) => sendMessage(one, services)))
      for (const result of results) if (result.status === 'rejected') throw result.reason
    }
  }

  function schedule() {
    timer = setTimeout(() => {
      polling = poll()
    }, pauseMs)
  }

  let polling = queue
    .releaseEndedLeases()
    .catch((error: unknown) => log.warn({ reason: describeError(error) }, 'The outbox could not be read'))
  schedule()
  const stopReports = runEvery(REPORT_INTERVAL_MS, () => reportStuck(services))
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([stopReports(), polling])
      await Promise.all(sending.values())
    },
  }
}
