import { describeError } from '../../lib/errors.ts'
import type { DeskRoutes } from '../desk-services.ts'

const HEARTBEAT_MS = 25_000

interface Watch {
  readonly onLasting?: () => void
  readonly onEnded: () => void
}

/** For an answer that takes long: looks again and again whether its session lasts. Returns how to stop that. */
export function watchSession(
  token: string,
  { onLasting, onEnded }: Watch,
  { desk, now, log, heartbeatMs = HEARTBEAT_MS }: DeskRoutes,
): () => void {
  const beat = setInterval(async () => {
    try {
      if (await desk.sessions.find(token, now(), { isUse: false })) onLasting?.()
      else onEnded()
    } catch (error) {
      log.warn({ reason: describeError(error) }, 'A session could not be looked up')
    }
  }, heartbeatMs)
  return () => clearInterval(beat)
}
