import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Business } from '../../questionnaire/business.ts'
import { isHostname } from '../config/config.ts'

/** The built page, as dist/page/page.js exports it: each answer is a whole HTML document. */
export interface Page {
  renderLanding(business: Business): string
  renderNotFound(business: Business): string
  renderDesk(business: Business): string
}

interface PageServices {
  readonly page: Page
  readonly brandName: string
  readonly siteDomain: string | null
  readonly privacyUrl: string | null
}

type Kind = 'landing' | 'not found' | 'desk'
/** Answers with one of the pages. */
export type SendPage = ReturnType<typeof createPages>

type Encoding = 'br' | 'gzip' | 'identity'

interface Rendered {
  readonly etag: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

/** The page shows the host it was asked for, which anybody may make up: only so many are remembered. */
const MOST_REMEMBERED = 64

/** Answers with one of the page's documents, rendered for the domain that was asked for. */
export function createPages({ page, brandName, siteDomain, privacyUrl }: PageServices) {
  const remembered = new Map<string, Rendered>()

  function rendered(kind: Kind, domain: string): Rendered {
    const key = `${kind} ${domain}`
    const business: Business = { brandName, siteDomain: domain, privacyUrl }
    const document = remembered.get(key) ?? compressed(htmlOf(kind, page, business))
    // Last again, so that the first is the one that nobody has asked for the longest.
    remembered.delete(key)
    remembered.set(key, document)
    if (remembered.size > MOST_REMEMBERED) remembered.delete(remembered.keys().next().value ?? '')
    return document
  }

  return function sendPage(kind: Kind, request: FastifyRequest, reply: FastifyReply) {
    const { etag, bodies } = rendered(kind, siteDomain ?? domainOf(request))
    reply.headers({
      'cache-control': kind === 'desk' ? 'no-store' : 'no-cache',
      // In the place of a missing file, whoever does not ask for a page gets a line of text.
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

function domainOf(request: FastifyRequest): string {
  const name = request.hostname.toLowerCase()
  return isHostname(name) ? name : 'localhost'
}

/** A window of 64 kB is more than a page needs; to make ready the usual 4 MB takes thirty times as long. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 }

function compressed(html: string): Rendered {
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
