import { describeError } from '../lib/errors.ts'
import type { Counts } from '../store/delivery.ts'
import { type DeliveryServices, deliver } from './deliver.ts'

interface RetryLoop {
  /** Resolves once the attempts in progress have ended. */
  stop(): Promise<void>
}

const PAUSE_MS = 1000
const MAX_IDLE_PAUSE_MS = 5000
const MAX_FAILURE_PAUSE_MS = 60_000
const BATCH_SIZE = 8
const REPORT_INTERVAL_MS = 60_000

/**
 * Sends deliveries whose next attempt is due, until stopped. A delivery that keeps failing becomes due less and less
 * often, so it does not hold up the others.
 */
export function startRetryLoop(services: DeliveryServices): RetryLoop {
  const { store, log } = services
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isStopped = false
  let pauseMs = PAUSE_MS

  async function sendDue() {
    let isMoreDue = false
    try {
      const due = await store.claimDue(BATCH_SIZE)
      // Waits for all of them before it throws the first error.
      const results = await Promise.allSettled(due.map((claimed) => deliver(claimed, services)))
      for (const result of results) if (result.status === 'rejected') throw result.reason
      pauseMs = due.length > 0 ? PAUSE_MS : Math.min(pauseMs * 1.5, MAX_IDLE_PAUSE_MS)
      isMoreDue = due.length === BATCH_SIZE
    } catch (error) {
      pauseMs = Math.min(pauseMs * 1.5, MAX_FAILURE_PAUSE_MS)
      log.warn({ reason: describeError(error) }, 'The retry loop failed')
    }
    if (!isStopped) schedule(isMoreDue ? 0 : pauseMs)
  }

  function schedule(ms: number) {
    timer = setTimeout(() => {
      running = sendDue()
    }, ms)
  }

  schedule(pauseMs)
  const reportTimer = setInterval(() => void reportStuck(services), REPORT_INTERVAL_MS)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      clearInterval(reportTimer)
      await running
    },
  }
}

/** Alerts the operator to deliveries and messages that are dead or have been due for too long. */
export async function reportStuck({ store, alerts, log }: DeliveryServices): Promise<void> {
  try {
    const waiting = 'been waiting for more than an hour'
    const report = (subject: string, thing: string, { dead, stuck }: Counts) => {
      if (dead > 0)
        alerts.send(`${subject}dead`, countText(dead, 'given up', [`${thing} was`, `${thing}s were`]))
      if (stuck > 0)
        alerts.send(`${subject}stuck`, countText(stuck, waiting, [`${thing} has`, `${thing}s have`]))
    }
    report('', 'e-mail', await store.counts())
    report('webhooks ', 'webhook message', await store.outbox.counts())
  } catch (error) {
    const reason = describeError(error)
    log.warn({ reason }, 'Deliveries could not be counted')
    alerts.send('store', `Deliveries could not be counted: ${reason}`)
  }
}

const countText = (count: number, state: string, [one, several]: readonly [string, string]) =>
  `${count} ${count === 1 ? one : several} ${state}: npm run deliveries`
