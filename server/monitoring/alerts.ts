import { setTimeout as pause } from 'node:timers/promises'
import { describeError } from '../lib/errors.ts'
import type { Log } from './log.ts'

/** Tells a person that something needs one. */
export interface Alarm {
  /** `subject` names the matter: of one matter a person hears at most once an hour. */
  raise(subject: string, text: string): void
}

interface AlarmOptions {
  readonly now?: () => number
  /** How long is waited before each further try. */
  readonly pausesMs?: readonly number[]
}

const QUIET_MS = 3600_000
const POST_TIMEOUT_MS = 10_000
/** A chat that is away for half an hour still hears of it. */
const PAUSES_MS = [1000, 5000, 30_000, 120_000, 600_000, 1200_000]
/** While it is away, no more than so many wait for it. */
const MOST_WAITING = 100
/** What is being posted when the server ends has so long to be taken: of some matters nobody is told again. */
const LAST_MS = 2000

/**
 * Logs at error and, where an address is given, posts `{ text }` to it, as chat webhooks take it: again
 * until it is taken once. What is given up is logged as that, also when the server ends.
 */
export function createAlarm(
  url: string | null,
  log: Log,
  { now = Date.now, pausesMs = PAUSES_MS }: AlarmOptions = {},
): Alarm & { stop(): Promise<void> } {
  const raisedAt = new Map<string, number>()
  const telling = new Set<Promise<void>>()
  /** Aborted at the beginning of the end: no further try is made. */
  const ending = new AbortController()
  /** Aborted LAST_MS later: the try that is under way is broken off. */
  const ended = new AbortController()

  async function tell(address: string, subject: string, text: string) {
    for (const pauseMs of [...pausesMs, null]) {
      try {
        return await post(address, text, ended.signal)
      } catch (error) {
        log.warn({ alarm: subject, reason: describeError(error) }, 'ALERT_URL failed')
      }
      if (pauseMs !== null) await pause(pauseMs, null, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) break
    }
    giveUp(subject)
  }

  const giveUp = (subject: string) => log.error({ alarm: subject }, 'ALERT_URL has not heard of this')

  return {
    raise(subject, text) {
      for (const [known, at] of raisedAt) if (Math.abs(now() - at) >= QUIET_MS) raisedAt.delete(known)
      if (raisedAt.has(subject)) return
      raisedAt.set(subject, now())
      log.error({ alarm: subject }, text)
      if (!url) return
      if (telling.size >= MOST_WAITING) return giveUp(subject)
      const told = tell(url, subject, text).finally(() => telling.delete(told))
      telling.add(told)
    },
    async stop() {
      ending.abort()
      const last = setTimeout(() => ended.abort(), LAST_MS)
      await Promise.all(telling)
      clearTimeout(last)
    },
  }
}

async function post(url: string, text: string, ended: AbortSignal) {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Kitchen Guide: ${text}` }),
    signal: AbortSignal.any([ended, AbortSignal.timeout(POST_TIMEOUT_MS)]),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`ALERT_URL answered ${answer.status}`)
}
