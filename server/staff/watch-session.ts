import { describeError } from '../lib/errors.ts'
import type { StaffRouteServices } from './staff.ts'

const CHECK_EVERY_MS = 25_000

interface SessionListener {
  /** The response is for owners only, so it also ends when the person becomes a specialist. */
  readonly ownersOnly?: boolean
  readonly onValid?: () => void
  readonly onEnded: () => void
}

/** Checks periodically whether the session of a long response is still valid. Returns a function that stops it. */
export function watchSession(
  token: string,
  { ownersOnly = false, onValid, onEnded }: SessionListener,
  { staff, log, heartbeatMs = CHECK_EVERY_MS }: StaffRouteServices,
): () => void {
  const timer = setInterval(async () => {
    try {
      const person = await staff.sessions.find(token, new Date(), { prolongsSession: false })
      if (person && (!ownersOnly || person.role === 'owner')) onValid?.()
      else onEnded()
    } catch (error) {
      log.warn({ reason: describeError(error) }, 'A session could not be checked')
    }
  }, heartbeatMs)
  return () => clearInterval(timer)
}
