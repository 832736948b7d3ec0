import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brief } from '../../questionnaire/brief.ts'
import type { Business } from '../../questionnaire/business.ts'
import type { Config } from '../config/config.ts'
import type { CurrentSettings, Settings } from '../config/settings.ts'
import { siteOrigin } from '../http/site-origin.ts'

/** The exports of dist/page/page.js. Each function returns an HTML document. */
export interface Page {
  renderLanding(business: Business): string
  renderNotFound(business: Business): string
  renderDesk(business: Business): string
  /** With null, renders the page for an expired link. */
  renderBrief(business: Business, brief: Brief | null): string
}

interface PageServices extends Pick<Config, 'siteUrl' | 'siteDomain'> {
  readonly page: Page
  readonly settings: CurrentSettings
}

type Kind = 'landing' | 'not found' | 'desk'
export type SendPage = ReturnType<typeof createPages>

type Encoding = 'br' | 'gzip' | 'identity'

interface Rendered {
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

/** A page contains the request's host, which clients can invent, so the cache is limited. */
const MAX_CACHED = 64

/** Sends a page, rendered and compressed once for each origin, and again after a change of the settings. */
export function createPages({ page, siteUrl, siteDomain, settings }: PageServices) {
  const cache = new Map<string, Rendered>()

  function render(kind: Kind, business: Business): Rendered {
    const key = `${kind} ${JSON.stringify(business)}`
    const document = cache.get(key) ?? compress(htmlOf(kind, page, business))
    // Moved to the end, so that the first entry is the least recently used.
    cache.delete(key)
    cache.set(key, document)
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value ?? '')
    return document
  }

  return function sendPage(kind: Kind, request: FastifyRequest, reply: FastifyReply) {
    const { etag, bodies } = render(kind, businessFor(request, { siteUrl, siteDomain }, settings()))
    reply.headers({
      'cache-control': kind === 'desk' ? 'no-store' : 'no-cache',
      // addNotFoundHandler sends plain text to clients that do not accept a page.
      vary: kind === 'not found' ? 'accept, accept-encoding' : 'accept-encoding',
      ...(kind === 'desk' ? {} : { etag }),
    })
    if (kind === 'landing' && request.headers['if-none-match'] === etag) return reply.code(304).send()

    const encoding = encodingFor(request)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .code(kind === 'not found' ? 404 : 200)
      .type('text/html; charset=utf-8')
      .send(bodies[encoding])
  }
}

function htmlOf(kind: Kind, page: Page, business: Business): string {
  switch (kind) {
    case 'landing':
      return page.renderLanding(business)
    case 'desk':
      return page.renderDesk(business)
    case 'not found':
      return page.renderNotFound(business)
  }
}

/** The business as a page shows it. */
export function businessFor(
  { headers, protocol }: FastifyRequest,
  { siteUrl, siteDomain }: Pick<Config, 'siteUrl' | 'siteDomain'>,
  settings: Settings,
): Business {
  // Uses the Host header itself, because Fastify would use `X-Forwarded-Host`, which page caches ignore.
  const sentTo = { host: headers.host ?? '', protocol }
  const origin = siteOrigin(sentTo, siteUrl) ?? 'http://localhost'
  return businessAt(origin, siteDomain ?? new URL(origin).hostname, settings)
}

/** Only what visitors may read, because it is written into the page. */
export const businessAt = (siteOrigin: string, siteDomain: string, settings: Settings): Business => {
  const { brandName, privacyUrl, sendEarly, askPhone, prices, profile } = settings
  return { brandName, siteOrigin, siteDomain, privacyUrl, sendEarly, askPhone, prices, profile }
}

/** A window of 64 kB is enough for a page; the default of 4 MB takes thirty times as long to set up. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 }

function compress(html: string): Rendered {
  const identity = Buffer.from(html)
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    bodies: {
      identity,
      gzip: gzipSync(identity, { level: 9 }),
      br: brotliCompressSync(identity, { params: BROTLI }),
    },
  }
}

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}
