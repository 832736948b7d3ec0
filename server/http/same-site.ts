import type { FastifyRequest } from 'fastify'

/**
 * False for a request from a page of another site. Browsers report this in `Sec-Fetch-Site`, older ones in `Origin`. A
 * client that sends neither is not a browser, so it has no visitor's cookies.
 */
export function isSameSite(request: FastifyRequest, siteUrl: string | null): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host, hostname } = new URL(origin)
  return host === request.headers.host || (siteUrl !== null && hostname === new URL(siteUrl).hostname)
}
