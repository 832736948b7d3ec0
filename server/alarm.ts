import { reasonOf } from './reason-of.ts'
import type { Log } from './services.ts'

/** Tells a person that something needs one. */
export interface Alarm {
  /** `subject` names the matter: of one matter a person hears at most once an hour. */
  raise(subject: string, text: string): void
}

const QUIET_MS = 3600_000
const POST_TIMEOUT_MS = 10_000

/** Logs at error and, where an address is given, posts `{ text }` to it, as chat webhooks take it. */
export function createAlarm(url: string | null, log: Log, now: () => number = Date.now): Alarm {
  const raisedAt = new Map<string, number>()
  return {
    raise(subject, text) {
      const last = raisedAt.get(subject)
      if (last !== undefined && Math.abs(now() - last) < QUIET_MS) return
      raisedAt.set(subject, now())
      log.error({ alarm: subject }, text)
      if (url)
        void post(url, text).catch((error: unknown) =>
          log.error({ reason: reasonOf(error) }, 'ALERT_URL failed'),
        )
    },
  }
}

async function post(url: string, text: string) {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: `Kitchen Guide: ${text}` }),
    signal: AbortSignal.timeout(POST_TIMEOUT_MS),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`ALERT_URL answered ${answer.status}`)
}
