import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { isLoopback } from '../lib/addresses.ts'
import { OperatorError } from '../lib/errors.ts'

export interface SiteAddress {
  /** The origin of the site in ASCII, such as `https://kitchens.example`, or null if it is not set. */
  readonly siteUrl: string | null
  /** The host name as the operator wrote it, without a port. */
  readonly siteDomain: string | null
}

/** Reads SITE_URL, or SITE_DOMAIN, which means `https://` and no port. */
export function readSiteAddress(url: string, domain: string): SiteAddress {
  const fromDomain = domain === '' ? null : siteOfDomain(domain)
  const fromUrl = url === '' ? null : siteOfUrl(url)
  if (fromUrl && fromDomain && fromUrl.siteUrl !== fromDomain.siteUrl)
    throw new OperatorError('SITE_URL and SITE_DOMAIN are different sites. Remove SITE_DOMAIN.')
  return fromUrl ?? fromDomain ?? { siteUrl: null, siteDomain: null }
}

function siteOfDomain(domain: string): SiteAddress {
  const url = isHostname(domain) ? URL.parse(`https://${domain}`) : null
  if (url) return { siteUrl: url.origin, siteDomain: domain }
  throw new OperatorError(
    'SITE_DOMAIN must be a host name such as kitchens.example, without https://, port or path.',
  )
}

function siteOfUrl(text: string): SiteAddress {
  const [, siteDomain = ''] = /^https?:\/\/(\[[^\]]+\]|[^:/]+)(?::\d+)?\/?$/i.exec(text) ?? []
  const url = URL.parse(text)
  if (!url || !(isHostname(siteDomain) || isIPv6(siteDomain.slice(1, -1))))
    throw new OperatorError(
      'SITE_URL must be https:// and a host, such as https://kitchens.example, with an optional port and no path.',
    )
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new OperatorError(
      'SITE_URL may begin with http:// only for this machine, such as http://localhost:3000, because the desk accepts passwords over https only.',
    )
  return { siteUrl: url.origin, siteDomain }
}

/** True for a host name or IPv4 address without a port. International names may be Unicode or ASCII. */
const isHostname = (text: string): boolean =>
  text.length <= 253 &&
  /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}.-]*[\p{L}\p{N}])?$/u.test(text) &&
  domainToASCII(text) !== ''
