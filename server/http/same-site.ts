import { domainToASCII } from 'node:url'
import type { FastifyRequest } from 'fastify'

/**
 * False for a request that a page of another site sends. Browsers report it in `Sec-Fetch-Site`, older ones in
 * `Origin`. A client that sends neither is not a browser, so it carries no cookies of a visitor.
 */
export function isSameSite(request: FastifyRequest, siteDomain: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  // Browsers send host names in lower case and ASCII; the setting may have any form.
  return host === request.headers.host || (siteDomain !== null && hostname === domainToASCII(siteDomain))
}
