import type { FastifyRequest } from 'fastify'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { SECONDS_HEADER, TRAP_HEADER } from '../../questionnaire/visit-signals.ts'
import { clientOf, createRateLimit } from '../http/rate-limit.ts'

interface SuspicionSettings {
  readonly projectsPerHour: number
  readonly minVisitSeconds: number
}

interface Judgment {
  /** Why the project is suspicious, in plain words for the desk; empty if it is not. */
  readonly suspicion: string
  /** For a project that turns out not to be new, so it does not count. */
  readonly undo: () => void
}

const HOUR = 3600_000
/** So much of PROJECTS_PER_HOUR may come from one network. */
const NETWORK_SHARE = 1 / 6

/**
 * Judges new projects. None is refused: a suspicious project is stored, and its e-mail waits until it is released.
 * Projects are counted per process, and those that are suspicious by themselves do not count towards the ceiling.
 */
export function createSuspicion(
  { projectsPerHour, minVisitSeconds }: SuspicionSettings,
  now: () => number = () => performance.now(),
) {
  const perNetwork = Math.ceil(projectsPerHour * NETWORK_SHARE)
  const networks = createRateLimit(perNetwork, now, HOUR)
  const everyone = createRateLimit(projectsPerHour, now, HOUR)

  return {
    judge({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Judgment {
      const network = networkOf(ip)
      const isNetworkFine = networks.take(network)
      const undoNetwork = () => isNetworkFine && networks.refund(network)
      const suspicion =
        signalIn(headers, minVisitSeconds) ||
        (isNetworkFine ? '' : `More than ${perNetwork} projects in an hour from one network`)
      if (suspicion) return { suspicion, undo: undoNetwork }
      if (!everyone.take(''))
        return { suspicion: `More than ${projectsPerHour} projects in an hour`, undo: undoNetwork }
      return {
        suspicion: '',
        undo() {
          undoNetwork()
          everyone.refund('')
        },
      }
    },
  }
}

/** Why the request itself is suspicious, or ''. A page from before a deploy sends fewer signals, and is not. */
function signalIn(headers: FastifyRequest['headers'], minVisitSeconds: number): string {
  const isFromPage = [VERSION_HEADER, 'origin', 'sec-fetch-site'].some((name) => headers[name] !== undefined)
  if (!isFromPage) return 'Not sent from our page'
  if (headers[TRAP_HEADER] !== undefined) return 'A field that people do not see was filled in'
  const seconds = Number(headers[SECONDS_HEADER] ?? Number.POSITIVE_INFINITY)
  if (seconds >= 0 && seconds < minVisitSeconds)
    return `Sent ${seconds === 1 ? '1 second' : `${Math.round(seconds)} seconds`} after the visit began`
  return ''
}

/** A /24 of IPv4 or a /48 of IPv6, which is what one customer of a network gets. */
function networkOf(ip: string): string {
  const client = clientOf(ip)
  const separator = client.includes('.') ? '.' : ':'
  return client.split(separator).slice(0, 3).join(separator)
}
