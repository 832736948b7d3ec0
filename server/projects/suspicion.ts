import type { FastifyRequest } from 'fastify'
import { VERSION_HEADER } from '../../questionnaire/version.ts'
import { SECONDS_HEADER, TEST_HEADER, TRAP_HEADER } from '../../questionnaire/visit-signals.ts'
import type { Settings } from '../config/settings.ts'
import { clientOf, createRateLimit } from '../http/rate-limit.ts'

type SuspicionSettings = Pick<Settings, 'projectsPerHour' | 'minVisitSeconds'>

interface Judgment {
  /** Why the project is suspicious, as text for the desk; empty if it is not. */
  readonly suspicion: string
  /** Removes the project from the counts, if it turns out not to be new. */
  readonly undo: () => void
}

const HOUR = 3600_000
/** The share of PROJECTS_PER_HOUR that one network may use. */
const NETWORK_SHARE = 1 / 6
/** A network may send this many projects an hour, even above PROJECTS_PER_HOUR. */
const FEW = 2
/** Above this multiple of PROJECTS_PER_HOUR, every project is suspicious. */
const FLOOD_FACTOR = 3

/** Tests do not count toward the limits for homeowners. Anyone can send one, so they have their own. */
const TESTS_PER_HOUR = 20

/** The reason starts with this if a project is suspicious only because of a limit. It may be from an honest visitor. */
export const ABOVE_LIMIT = 'More than '

/**
 * Decides whether new projects are suspicious. No project is refused: a suspicious one is stored, and its email waits
 * until it is released. Projects are counted per process. Suspicious ones do not count, so that spam cannot use up the
 * limits for honest visitors.
 */
export function createSuspicion(
  settings: () => SuspicionSettings,
  now: () => number = () => performance.now(),
) {
  let limits = createLimits(settings().projectsPerHour, now)

  return {
    judge({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Judgment {
      const { projectsPerHour, minVisitSeconds } = settings()
      // A new number begins a new count.
      if (projectsPerHour !== limits.projectsPerHour) limits = createLimits(projectsPerHour, now)
      const network = networkOf(ip)
      const isTest = headers[TEST_HEADER] !== undefined
      const suspicion = signalIn(headers, minVisitSeconds) || limits.exceeded(network, isTest)
      return { suspicion, undo: suspicion ? () => {} : limits.count(network, isTest) }
    },
  }
}

function createLimits(projectsPerHour: number, now: () => number) {
  const perNetwork = Math.ceil(projectsPerHour * NETWORK_SHARE)
  const shares = createRateLimit(perNetwork, now, HOUR)
  const fewEach = createRateLimit(FEW, now, HOUR)
  const everyone = createRateLimit(projectsPerHour, now, HOUR)
  const flood = createRateLimit(FLOOD_FACTOR * projectsPerHour, now, HOUR)
  const tests = createRateLimit(TESTS_PER_HOUR, now, HOUR)

  function exceeded(network: string, isTest: boolean): string {
    if (isTest) return tests.has('') ? '' : `${ABOVE_LIMIT}${TESTS_PER_HOUR} tests of the guide in an hour`
    if (!shares.has(network)) return `${ABOVE_LIMIT}${perNetwork} projects in an hour from one network`
    if (!flood.has('')) return `${ABOVE_LIMIT}${FLOOD_FACTOR * projectsPerHour} projects in an hour`
    if (!everyone.has('') && !fewEach.has(network))
      return `${ABOVE_LIMIT}${projectsPerHour} projects in an hour, and more than ${FEW} from this network`
    return ''
  }

  return {
    projectsPerHour,
    exceeded,
    /** Counts a project, and returns a function that undoes this. */
    count(network: string, isTest: boolean) {
      const forHomeowners = [
        [shares, network],
        [fewEach, network],
        [everyone, ''],
        [flood, ''],
      ] as const
      const counted = isTest ? ([[tests, '']] as const) : forHomeowners
      // Above PROJECTS_PER_HOUR a limit may be used up already. It must not be refunded.
      const taken = counted.filter(([limit, client]) => limit.take(client))
      return () => {
        for (const [limit, client] of taken) limit.refund(client)
      }
    },
  }
}

/** Why the request itself is suspicious, or ''. A page from before a deploy sends fewer signals, which is fine. */
function signalIn(headers: FastifyRequest['headers'], minVisitSeconds: number): string {
  const isFromPage = [VERSION_HEADER, 'origin', 'sec-fetch-site'].some((name) => headers[name] !== undefined)
  if (!isFromPage) return 'Not submitted through our website'
  if (headers[TRAP_HEADER] !== undefined) return 'A hidden field was filled in'
  const seconds = Number(headers[SECONDS_HEADER] ?? Number.POSITIVE_INFINITY)
  if (seconds >= 0 && seconds < minVisitSeconds)
    return `Sent ${seconds === 1 ? '1 second' : `${Math.round(seconds)} seconds`} after the visit began`
  return ''
}

/** A /24 of IPv4 or a /48 of IPv6, which is what providers assign to one customer. */
function networkOf(ip: string): string {
  const client = clientOf(ip)
  const separator = client.includes('.') ? '.' : ':'
  return client.split(separator).slice(0, 3).join(separator)
}
