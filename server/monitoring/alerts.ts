import { setTimeout as pause } from 'node:timers/promises'
import { describeError } from '../lib/errors.ts'
import type { Log } from './log.ts'

export interface Alerts {
  /** Sends at most one alert an hour for each subject. */
  send(subject: string, text: string): void
  /** True for an hour after an alert, while another one about the same subject would not be sent. */
  isQuiet(subject: string): boolean
}

interface AlertOptions {
  readonly now?: () => number
  readonly retryPausesMs?: readonly number[]
}

const QUIET_MS = 3600_000
const POST_TIMEOUT_MS = 10_000
/** Enough for a chat service that is down for half an hour. */
const RETRY_PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000, 1200_000]
/** How long a post in progress may take when the server stops. */
const STOP_TIMEOUT_MS = 2000

/**
 * Logs each alert as an error. If `url` is set, also posts `{ text }` to it, as chat webhooks expect, and retries
 * until it is accepted. An alert that could not be posted is logged, even when the server stops.
 */
export function createAlerts(
  url: string | null,
  log: Log,
  { now = Date.now, retryPausesMs = RETRY_PAUSES_MS }: AlertOptions = {},
): Alerts & { stop(): Promise<void> } {
  const sentAt = new Map<string, number>()
  const posting = new Set<Promise<void>>()
  /** Ends the retries. */
  const stopping = new AbortController()
  /** Ends the post in progress. */
  const stopped = new AbortController()

  async function postWithRetries(address: string, subject: string, text: string) {
    for (const pauseMs of [...retryPausesMs, null]) {
      try {
        return await post(address, text, stopped.signal)
      } catch (error) {
        log.warn({ alert: subject, reason: describeError(error) }, 'ALERT_URL failed')
      }
      if (pauseMs !== null) await pause(pauseMs, null, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) break
    }
    log.error({ alert: subject }, 'This alert did not reach ALERT_URL')
  }

  const isQuiet = (subject: string) =>
    Math.abs(now() - (sentAt.get(subject) ?? Number.NEGATIVE_INFINITY)) < QUIET_MS

  return {
    isQuiet,
    send(subject, text) {
      if (isQuiet(subject)) return
      sentAt.set(subject, now())
      log.error({ alert: subject }, text)
      if (!url) return
      const posted = postWithRetries(url, subject, text).finally(() => posting.delete(posted))
      posting.add(posted)
    },
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => stopped.abort(), STOP_TIMEOUT_MS)
      await Promise.all(posting)
      clearTimeout(timer)
    },
  }
}

async function post(url: string, text: string, stopped: AbortSignal) {
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Kitchen Guide: ${text}` }),
    signal: AbortSignal.any([stopped, AbortSignal.timeout(POST_TIMEOUT_MS)]),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`ALERT_URL responded with ${response.status}`)
}
