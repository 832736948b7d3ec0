import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../lib/addresses.ts'

/**
 * The origin of links in e-mails that a request causes; null when it is unknown. Without `SITE_DOMAIN` only the name of
 * this machine itself is trusted, because a stranger may send any `Host`.
 */
export function siteOrigin({ hostname, host, protocol }: FastifyRequest, siteDomain: string | null) {
  if (siteDomain !== null) return `https://${siteDomain}`
  return isLoopback(hostname) ? `${protocol}://${host}` : null
}
