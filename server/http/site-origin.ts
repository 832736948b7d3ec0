import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../lib/addresses.ts'

/**
 * The origin of the site: SITE_URL, or else the origin that the request was sent to. Null if its host is not exactly a
 * name or an address and an optional port. The origin is rebuilt from its parts, because a stranger may send anything.
 */
export function siteOrigin(
  { host, protocol }: Pick<FastifyRequest, 'host' | 'protocol'>,
  siteUrl: string | null,
): string | null {
  if (siteUrl !== null) return siteUrl
  if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i.test(host)) return null
  const scheme = protocol === 'https' ? 'https' : 'http'
  return URL.parse(`${scheme}://${host}`)?.origin ?? null
}

/** The origin for links in emails. Without SITE_URL, only requests to this machine's own names are trusted. */
export function linkOrigin(request: FastifyRequest, siteUrl: string | null): string | null {
  const origin = siteOrigin(request, siteUrl)
  const isTrusted = siteUrl !== null || (origin !== null && isLoopback(new URL(origin).hostname))
  return isTrusted ? origin : null
}
