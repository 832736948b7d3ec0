import type { FastifyReply, FastifyRequest } from 'fastify'
import { MAX_DEVICE_MS } from './devices.ts'
import { MAX_SESSION_MS } from './sessions.ts'

/** Each holds a random token: of the session, or of the browser (devices.ts). */
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

/** Sets a cookie; with null it is removed. */
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
 * The `__Host-` prefix makes the browser promise that this host set the cookie and that it travels only over https.
 * Browsers refuse the prefix over plain http, which is used to try the product out.
 */
const nameOf = (kind: Kind, protocol: string) =>
  `${protocol === 'https' ? '__Host-' : ''}${cookies[kind].name}`
