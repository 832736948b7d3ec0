import { domainToASCII } from 'node:url'
import type { FastifyRequest } from 'fastify'

/**
 * False for a call that another site made a browser make. A browser tells by `Sec-Fetch-Site`, an older
 * one by `Origin`; what sends neither is no browser, and has nobody's authority to borrow.
 */
export function isSameSite(request: FastifyRequest, siteDomain: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  // A browser writes names in lower case and ASCII; the setting is as the business shows its name.
  return host === request.host || (siteDomain !== null && hostname === domainToASCII(siteDomain))
}
