import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_DEVICE_MS } from './devices.ts'
import { MAX_SESSION_MS } from './sessions.ts'

/** Each cookie holds a random token, for the session or for the browser (devices.ts). */
const cookies = {
  session: { name: 'desk', lifetimeMs: MAX_SESSION_MS },
  device: { name: 'desk-device', lifetimeMs: MAX_DEVICE_MS },
} as const

type Kind = keyof typeof cookies

export function tokenFrom({ headers, protocol }: FastifyRequest, kind: Kind): string | null {
  const name = nameOf(kind, protocol)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const value = pairs.find(([key]) => key === name)?.[1]
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

/** Sets a cookie, or removes it if the token is null. */
export function setCookie(reply: FastifyReply, kind: Kind, token: string | null) {
  const { protocol } = reply.request
  const seconds = token === null ? 0 : cookies[kind].lifetimeMs / 1000
  const secure = protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${nameOf(kind, protocol)}=${token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}

/**
 * With the `__Host-` prefix, the browser guarantees that this host set the cookie and sends it only over https. Browsers
 * refuse the prefix over plain http, which people use to try the product.
 */
const nameOf = (kind: Kind, protocol: string) =>
  `${protocol === 'https' ? '__Host-' : ''}${cookies[kind].name}`
